//! A file that has nearly everything that Java has, in few lines.

pub const SOURCE: &str = r#"package a.b;
import static c.D.*;
/** Doc. */
@A(x = {1, 2}) public sealed abstract class B<T extends C & D> extends E<? super T[]> implements F permits G {
    private static final int k = 1, m[] = {2, 0x3};
    static { run(); }
    B(int x) { this.k = x; super(x); }
    record P(int x, String... y) { P { } }
    enum Color { RED(1) { void f() { } }, GREEN; }
    <U> Map<String, List<U>> f(final U u, int @A... rest) throws X, y.Z {
        label: for (int i = 0; i < n && !done; i++) { if (a) continue label; else b(); }
        for (var when : xs) { switch (when) { case 1: case 2: break; default: } }
        int z = switch (o) { case Q.R(var q, int _) when q > 0 -> 1; case String s -> { yield 2; } default -> throw e; };
        try (var r = open(); s) { new Thread() { public void run() { } }.start(); }
        catch (I | J e) { x = c ? 'a' : "b\u0041\n"; } finally { Outer.super.g(); }
        Runnable r = () -> { }; G g = (p, q) -> p::<T>q; String t = """
            block "of" text
            """;
        do { x[i] += (int) -y++; } while (o instanceof final A.B(C c) && c != null);
        return new int[3][].length > 0 ? null : (A & B) v;
    }
    @interface An { int value() default 3; }
}
"#;
