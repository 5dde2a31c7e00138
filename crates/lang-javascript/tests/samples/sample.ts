import { Far, type Near as Close } from './near';

export interface Shape<T extends object = {}> extends Far {
  readonly name: string;
  area(scale?: number): number;
}

export type Kind = 'a' | 'b';
enum Color { Red = 1, Blue }

export abstract class Base<T> implements Shape<T> {
  private static count = 0;
  constructor(protected readonly name: string, public other?: Map<string, T[]>) {}
  abstract area(scale?: number): number;
  @log() protected find(key: keyof T, ...rest: unknown[]): Promise<T | undefined> {
    const { a, b: [c] } = this.other as any;
    return rest.length > 0 ? Promise.resolve(a!) : this.later<T>(c);
  }
}

namespace inner { export function total(xs: number[]): number { let sum = 0; for (const x of xs) sum += x; return sum; } }
export const twice = (x: number): number => x * 2;
