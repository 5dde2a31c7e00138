package shop.parts;

public class Item extends Named {
    protected int price;

    public Item(String name, int price) {
        super(name);
        this.price = price;
    }

    public int price() { return price; }
}
