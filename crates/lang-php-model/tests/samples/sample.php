<?php
declare(strict_types=1);

namespace App\Shop;

use Far\Thing;
use Near\{One, Two as Second};

const LIMIT = 10;

function total(array $items, int ...$rest): ?int
{
    $sum = 0;
    [$first, $second] = split($items);
    foreach ($items as $key => $item) {
        if ($item instanceof Thing && !$item->skip()) {
            $sum += $item->price($first)['net'];
        } elseif ($key > 2) {
            continue;
        } else {
            break;
        }
    }
    $each = fn($x) => $x * 2;
    echo "sum: {$sum}", PHP_EOL;
    return $sum ?: null;
}

#[Entity(table: 'orders')]
final class Order extends \Base\Model implements Countable
{
    use Loggable;

    public const MAX = 3;
    private ?Thing $thing = null, $other;
    protected static int $count = 0;

    public function __construct(private readonly string $name, $plain = 1)
    {
        parent::__construct();
        self::$count++;
        $this->thing = new Thing($name);
    }

    public function run(): static
    {
        try {
            $kind = match ($this->name) { 'a', 'b' => 1, default => throw new Wrong() };
        } catch (One | Second $e) {
            throw new \RuntimeException("no", previous: $e);
        } finally {
            static::done();
        }
        return new class($kind) extends Order { public function inner() { return 1; } };
    }
}

interface Counted { public function count(); }
enum Suit: string { case Hearts = 'H'; }
total([1, 2]);
