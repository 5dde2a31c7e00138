<?php
class Refused extends Exception {
    private $why;
    public function __construct($why) {
        parent::__construct("refused: $why");
        $this->why = $why;
    }
    public function why() { return $this->why; }
}
class Door {
    protected $open = false;
    protected $tries = 0;
    public function enter($code) {
        $this->tries++;
        if ($code !== 42) {
            throw new Refused("code $code");
        }
        $this->open = true;
        return $this->tries;
    }
    public function close() { $this->open = false; }
}
class SafeDoor extends Door {
    public function enter($code) {
        $tries = parent::enter($code);
        return "after $tries tries";
    }
    private function state() { return $this->open ? 'open' : 'closed'; }
    public function __toString() { return $this->state(); }
}
$door = new SafeDoor;
foreach ([1, 42] as $code) {
    try {
        $told = $door->enter($code);
        echo $told, "\n";
    } catch (Refused $refused) {
        $message = $refused->getMessage();
        echo $message, ' (', $refused->why(), ")\n";
    } finally {
        echo "$door\n";
    }
}
$door->close();
echo $door, "\n";
