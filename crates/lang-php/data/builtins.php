<?php
// Writes builtins.txt: what php itself declares, by its own account. Run: php builtins.php > builtins.txt
//
// c NAME FLAGS PARENT INTERFACES   a class (i interface, a abstract, f final, e enum; - for none)
// m NAME FLAGS TYPE PARAMS         its method (s static, f final, a abstract, p private, t protected)
// p NAME FLAGS TYPE                its property          k NAME   its constant
// f NAME TYPE PARAMS               a function            d NAME   a constant
// A parameter is one letter: r by reference, c a callable, v a value; a trailing * marks the variadic one.

function type(?ReflectionType $type): string
{
    return $type === null ? '-' : str_replace([' ', '?'], ['', 'null|'], (string) $type);
}

function params(ReflectionFunctionAbstract $f): string
{
    $out = '';
    foreach ($f->getParameters() as $p) {
        $callable = str_contains((string) $p->getType(), 'callable');
        $out .= $p->isPassedByReference() ? 'r' : ($callable ? 'c' : 'v');
        $out .= $p->isVariadic() ? '*' : '';
    }
    return $out === '' ? '-' : $out;
}

function flags(array $marks): string
{
    $out = implode('', array_keys(array_filter($marks)));
    return $out === '' ? '-' : $out;
}

foreach ([...get_declared_interfaces(), ...get_declared_classes()] as $name) {
    $class = new ReflectionClass($name);
    if (!$class->isInternal()) {
        continue;
    }
    $parent = $class->getParentClass();
    $interfaces = $class->getInterfaceNames();
    echo "c $name ", flags(['i' => $class->isInterface(), 'a' => !$class->isInterface() && $class->isAbstract(),
        'f' => $class->isFinal(), 'e' => $class->isEnum()]), ' ', $parent ? $parent->getName() : '-', ' ',
        $interfaces ? implode(',', $interfaces) : '-', "\n";
    foreach ($class->getMethods() as $m) {
        if ($m->getDeclaringClass()->getName() === $name) {
            echo 'm ', $m->getName(), ' ', flags(['s' => $m->isStatic(), 'f' => $m->isFinal(), 'a' => $m->isAbstract(),
                'p' => $m->isPrivate(), 't' => $m->isProtected()]), ' ',
                type($m->getReturnType() ?? $m->getTentativeReturnType()), ' ', params($m), "\n";
        }
    }
    foreach ($class->getProperties() as $p) {
        if ($p->getDeclaringClass()->getName() === $name) {
            echo 'p ', $p->getName(), ' ', flags(['s' => $p->isStatic(), 'p' => $p->isPrivate(),
                't' => $p->isProtected()]), ' ', type($p->getType()), "\n";
        }
    }
    foreach ($class->getReflectionConstants() as $k) {
        if ($k->getDeclaringClass()->getName() === $name) {
            echo 'k ', $k->getName(), "\n";
        }
    }
}
foreach (get_defined_functions()['internal'] as $name) {
    $f = new ReflectionFunction($name);
    echo "f $name ", type($f->getReturnType()), ' ', params($f), "\n";
}
foreach (array_keys(get_defined_constants()) as $name) {
    echo "d $name\n";
}
