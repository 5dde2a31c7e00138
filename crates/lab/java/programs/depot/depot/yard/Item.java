package depot.yard;

import static depot.core.Limits.*;
import depot.core.Crate;

public class Item extends Crate {
    protected int count = 100;
    int hidden = 5;

    public Item(depot.core.Item inner) {
        super(inner);
        add(3);
        add((Integer) 2);
    }

    int hidden() {
        return hidden + HIGH;
    }

    protected void add(int n) {
        super.add(n);
        this.count += n;
        super.count++;
    }

    @Override
    protected String describe() {
        return "y" + count + ":" + super.describe() + spread();
    }

    public String totals() {
        return count + "/" + super.count + "/" + ((depot.core.Item) this).clamp(count) + "/" + hidden() + "/" + peek() + "/" + weight();
    }

    class Slot {
        int count = Item.this.count + 1;

        String show() {
            Item.this.count -= 2;
            return name + count + Item.super.name.length() + hidden() + Item.super.describe();
        }
    }

    Slot slot() {
        return new Slot();
    }
}
