//! Code as reports print it.

use reweave_lang_java::lower;
use reweave_model::{NodeId, code_text};
use reweave_text::Interner;

/// Each statement of a method, as it is printed.
fn printed(statements: &str) -> Vec<String> {
    let names = Interner::new();
    let file = lower(
        "B.java",
        &format!("class B {{ void m() {{ {statements} }} }}"),
        &names,
    );
    assert_eq!(file.left_out, [], "{statements}");
    let body = file.callables[0].body.expect("m has a body");
    let print = |n: NodeId| code_text(&file.tree, n, &names);
    file.tree.children(body).map(print).collect()
}

#[test]
fn leaf_statements() {
    assert_eq!(
        printed(
            "final int a = b [ 0 ] , c[] = { 1,2 }; x.y ( a , b ).z = - c; return a ?b: c; throw new E( \"m\" , e ) ;
             i ++; --j; break; assert a: b; f(g::h, A<B , C>::new, int[].class, (A) b, (d) , o instanceof String s);
             a += b <<1; Object o = new T<>(x) { int y; }; int[][] m = new int [3][]; m = new int[] {1 , 2};
             Outer . this.f(); super.g(); this.<T>h(); ; x = y -> y+1; r = (a, b) -> { return a; }; q = () -> f();
             z = (int a, var b) -> a; @A final var v = 1;"
        ),
        [
            "final int a=b[0],c[]={1,2};",
            "x.y(a,b).z=-c;",
            "return a ? b : c;",
            "throw new E(\"m\",e);",
            "i++;",
            "--j;",
            "break;",
            "assert a : b;",
            "f(g::h,A<B,C>::new,int[].class,(A)b,(d),o instanceof String s);",
            "a+=b << 1;",
            "Object o=new T<>(x){...};",
            "int[][] m=new int[3][];",
            "m=new int[]{1,2};",
            "Outer.this.f();",
            "super.g();",
            "this.<T>h();",
            ";",
            "x=y -> y + 1;",
            "r=(a,b) -> {return a;};",
            "q=() -> f();",
            "z=(int a,var b) -> a;",
            "final var v=1;",
        ]
    );
}

#[test]
fn composite_statements_are_their_headers() {
    assert_eq!(
        printed(
            "if (a&&b) f(); while(x != null ) { } do { } while (y); for (int i=0 ; i<n; i ++) { } for (;;) { }
             for (final T t : ts) { } switch (k) { } synchronized (this) { } l: for (;;) { }
             try (A a = f() ; b) { } finally { } try { } catch (final E | F e) { }"
        ),
        [
            "if(a && b)",
            "while(x != null)",
            "do(y)",
            "for(int i=0; i < n; i++)",
            "for(; ; )",
            "for(t: ts)",
            "switch(k)",
            "synchronized(this)",
            "l:",
            "try(A a=f(); b)",
            "try",
        ]
    );
}

#[test]
fn annotations_and_catch_clauses() {
    let names = Interner::new();
    let text = "@A( x = 1,y={ @B(z=2) , @C }) class D { void m() { try { } catch (final E | F e) { } } @G(\"h\") int i; }";
    let file = lower("D.java", text, &names);
    let print = |n: NodeId| code_text(&file.tree, n, &names);
    assert_eq!(
        print(file.types[0].annotations[0]),
        "@A(x = 1, y = {@B(z=2),@C})"
    );
    assert_eq!(print(file.fields[0].annotations[0]), "@G(\"h\")");
    let catch = file
        .tree
        .descendants(NodeId::ROOT)
        .find(|&n| file.tree.kind(n) == reweave_model::Kind::Catch)
        .expect("there is one");
    assert_eq!(print(catch), "catch(final E|F e)");
}

#[test]
fn depth_costs_no_stack() {
    let n = reweave_text::DEEPEST - 20;
    let text = format!("class B {{ int x = {}1{}; }}", "(".repeat(n), ")".repeat(n));
    let names = Interner::new();
    let file = lower("B.java", &text, &names);
    let init = file.fields[0].init.expect("it has a value");
    assert_eq!(code_text(&file.tree, init, &names).len(), 2 * n + 1);
}
