<?php
final class Node {
    public $left;
    public $right;
    public function __construct(public int $key) {}
    public function insert(int $key): void {
        if ($key === $this->key) { return; }
        $side = $key < $this->key ? 'left' : 'right';
        if ($this->$side === null) {
            $this->$side = new Node($key);
        } else {
            $this->$side->insert($key);
        }
    }
    public function walk(callable $visit, $depth = 0) {
        if ($this->left) { $this->left->walk($visit, $depth + 1); }
        $visit($this->key, $depth);
        if ($this->right) { $this->right->walk($visit, $depth + 1); }
    }
}
function keys(Node $root) {
    $found = [];
    $root->walk(function ($key) use (&$found) { $found[] = $key; });
    return $found;
}
function inOrder(Node $node = null) {
    if ($node === null) { return; }
    yield from inOrder($node->left);
    yield $node->key;
    yield from inOrder($node->right);
}
$root = new Node(50);
$given = [30, 70, 20, 40, 60, 80, 30];
foreach ($given as $key) {
    $root->insert($key);
}
echo implode(' ', keys($root)), "\n";
$sum = 0;
foreach (inOrder($root) as $key) {
    $sum += $key;
}
echo "sum $sum\n";
$root->walk(function ($key, $depth) { echo str_repeat(' ', $depth), $key, "\n"; });
