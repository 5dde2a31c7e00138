<?php
namespace Text;

const WIDTH = 20;

function wrap($text, $width = WIDTH) {
    $lines = [];
    $line = '';
    foreach (explode(' ', $text) as $word) {
        $longer = $line === '' ? $word : "$line $word";
        if (strlen($longer) > $width) {
            $lines[] = $line;
            $line = $word;
        } else {
            $line = $longer;
        }
    }
    $lines[] = $line;
    return $lines;
}

class Counter {
    private array $counts = [];
    public function add(string $word): self {
        $key = strtolower($word);
        $this->counts[$key] = ($this->counts[$key] ?? 0) + 1;
        return $this;
    }
    public function most(): array {
        arsort($this->counts);
        return array_slice($this->counts, 0, 2, true);
    }
    public function __get($name) { return count($this->$name); }
}

$text = 'the quick brown fox jumps over the lazy dog and the quick cat';
foreach (wrap($text) as $number => $line) {
    printf("%d %s\n", $number + 1, $line);
}
$counter = new Counter();
foreach (explode(' ', $text) as $word) {
    $counter->add($word);
}
var_dump($counter->most());
$first = wrap($text, 10)[0];
echo \strtoupper($first), \PHP_EOL;
