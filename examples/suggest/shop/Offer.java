package shop;

import java.util.List;

class Offer {
    private List<Item> items;
    private int discount;

    int due(int shipping) {
        int sum = total();
        if (sum > 1000) {
            sum -= discount;
        }
        return sum + shipping;
    }

    private int total() {
        int sum = 0;
        for (Item item : items) {
            sum += item.price() * item.count();
        }
        return sum;
    }
}
