<?php
function gcd($a, $b) {
    while ($b != 0) {
        $rest = $a % $b;
        $a = $b;
        $b = $rest;
    }
    return $a;
}
function primes($limit) {
    $sieve = array_fill(2, $limit - 1, true);
    for ($i = 2; $i * $i <= $limit; $i++) {
        if (!$sieve[$i]) { continue; }
        for ($j = $i * $i; $j <= $limit; $j += $i) {
            $sieve[$j] = false;
        }
    }
    return array_keys(array_filter($sieve));
}
function fibonacci($n) {
    static $known = [0, 1];
    if (!isset($known[$n])) {
        $known[$n] = fibonacci($n - 1) + fibonacci($n - 2);
    }
    return $known[$n];
}
$pairs = [[12, 18], [7, 5], [100, 75]];
foreach ($pairs as [$left, $right]) {
    $common = gcd($left, $right);
    echo "$left $right: $common\n";
}
echo implode(',', primes(30)), "\n";
$list = array_map(function ($n) { return fibonacci($n); }, range(0, 12, 3));
echo implode(' ', $list), "\n";
$scale = 3;
$scaled = array_map(fn($n) => $n * $scale, $list);
usort($scaled, function ($a, $b) { return $b <=> $a; });
echo json_encode($scaled), "\n";
