//! When classes are initialized (JLS 12.4).

use super::super::Java;
use reweave_refactor_testing::check;

#[test]
fn calls_in_a_row_change_the_object_that_the_first_is_asked_of() {
    check::<Java>(
        "move-members",
        "```before
class Log { static final StringBuilder log = new StringBuilder(); static int say(String s) { log.append(s).append(\" \"); return 1; } }
class A { static final int a = Log.say(\"a\"); static int $0f() { return 1; } }
class B { static final int b = Log.say(\"b\"); }
class Use { int g() { return A.f(); } }
```
```with
to=B
```
```refuses
Log.log
```

```before
class Log { static final StringBuilder log = new StringBuilder(); static StringBuilder log() { return log; } }
class A { static final int a = Log.log().append(\"a\").length(); static int $0f() { return 1; } }
class B { static final int b = Log.log().append(\"b\").length(); }
class Use { int g() { return A.f(); } }
```
```with
to=B
```
```refuses
initialization of A
```

```before
class A { static { System.out.append(\"a\").append(\"b\"); } static int $0f() { return 1; } }
class B { }
class Use { int g() { return A.f(); } }
```
```with
to=B
```
```refuses
java/lang/System.out
```",
    );
}

#[test]
fn what_libraries_do_with_their_arguments_shows() {
    check::<Java>(
        "move-members",
        "```before
import java.util.*;
class Log { static final List<String> log = new ArrayList<>(); }
class A { static { Collections.addAll(Log.log, \"a\"); } static int $0f() { return 1; } }
class B { }
class Use { int g() { return A.f(); } }
```
```with
to=B
```
```refuses
Log.log
```

```before
class A { static { new Thread(() -> { }).start(); } static int $0f() { return 1; } }
class B { }
class Use { int g() { return A.f(); } }
```
```with
to=B
```
```refuses
initialization of A
```

```before
class T { static int n; public String toString() { n++; return \"\"; } }
class A { static String a = \"a\" + new T(); static int $0f() { return 1; } }
class B { }
class Use { int g() { return A.f(); } }
```
```with
to=B
```
```refuses
initialization of A
```

```before
import java.util.*;
class A {
    static final Map<String, Integer> all = new HashMap<>();
    static int $0f() { return 1; }
}
class B {
}
class Use { int g() { return A.f() + A.all.size(); } }
```
```with
to=B
```
```after
import java.util.*;
class A {
    static final Map<String, Integer> all = new HashMap<>();
}
class B {

    static int f() { return 1; }
}
class Use { int g() { return B.f() + A.all.size(); } }
```",
    );
}
