package shop;

import java.util.List;

class Order {
    private List<Item> items;
    private int discount;

    int due(int shipping) {
        int sum = 0;
        for (Item item : items) {
            sum += item.price() * item.count();
        }
        if (sum > 1000) {
            sum -= discount;
        }
        return sum + shipping;
    }
}
