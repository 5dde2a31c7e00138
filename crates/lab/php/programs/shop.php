<?php
abstract class Priced {
    protected $price;
    public function __construct($price) { $this->price = $price; }
    abstract public function label();
    public function price() { return $this->price; }
    public function show() { return sprintf("%s: %.2f", $this->label(), $this->price()); }
}
class Book extends Priced {
    private $title;
    public function __construct($title, $price) {
        parent::__construct($price);
        $this->title = $title;
    }
    public function label() { return "book " . $this->title; }
}
class Pen extends Priced {
    public $colour = 'blue';
    public function label() { return "{$this->colour} pen"; }
    public function half() { return $this->price() / 2; }
}
function total(array $items) {
    $sum = 0;
    foreach ($items as $item) {
        $sum += $item->price();
    }
    return $sum;
}
$items = [new Book("Sagas", 12.5), new Pen(3)];
foreach ($items as $item) {
    echo $item->show(), "\n";
}
$all = total($items);
$tax = $all * 0.2;
echo "total $all, tax $tax\n";
echo $items[1]->half(), "\n";
