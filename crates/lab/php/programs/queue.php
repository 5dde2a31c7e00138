<?php
interface Countable2 { const EMPTY = 0; public function size(); }
trait Logged {
    private $lines = [];
    protected function log($line) { $this->lines[] = $line; }
    public function lines() { return $this->lines; }
}
class Queue implements Countable2 {
    use Logged;
    private $held = [];
    public static $made = 0;
    public function __construct() { self::$made++; }
    public function push($value) {
        $this->held[] = $value;
        $this->log("in $value");
        return $this;
    }
    public function pop() {
        if ($this->size() === self::EMPTY) {
            return null;
        }
        $first = array_shift($this->held);
        $this->log("out $first");
        return $first;
    }
    public function size() { return count($this->held); }
}
class Stack extends Queue {
    private $kept = [];
    public function push($value) { array_unshift($this->kept, $value); return $this; }
    public function top() { return $this->kept[0] ?? 'none'; }
}
$queue = new Queue;
$queue->push(1)->push(2)->push(3);
while (($next = $queue->pop()) !== null) {
    echo $next, " left ", $queue->size(), "\n";
}
print_r($queue->lines());
$stack = new Stack();
$stack->push('a')->push('b');
echo $stack->top(), ' ', Queue::$made, "\n";
