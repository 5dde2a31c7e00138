package repo.data;

import java.util.Optional;

public class Order extends Entity.Base<Key.Order, Order> {
    private final User user;
    protected double amount;

    public Order(User user, double amount) {
        super(new Key.Order(user.key()));
        this.user = user;
        this.amount = amount;
    }

    @Override
    public Optional<Entity<?>> parent() {
        return Optional.of(user);
    }

    public User user() {
        return user;
    }

    public double amount() {
        return amount;
    }

    @Override
    public Order touch() {
        amount += 0.25;
        return super.touch();
    }
}
