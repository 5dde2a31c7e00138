package bank;

import bank.money.*;

class Card extends Account.Plain implements Account.Audited, Cloneable {
    private int moves = 30;
    private int[] pins = {1, 2, 3};
    final Account backing;

    Card(Account backing) {
        this.backing = backing;
        kind = KIND_BOTH;
    }

    public Account account() {
        return backing == null ? this : backing;
    }

    @Override
    public int fee(int amount) {
        return super.fee(amount) + LIMIT;
    }

    void put(String text) {
        put(text.length());
        super.put((Object) text);
        this.moves += super.moves;
    }

    int pin(int i) {
        return pins[i]++ + ++pins[(i + 1) % pins.length];
    }

    public Card clone() {
        try {
            Card card = (Card) super.clone();
            card.pins = pins.clone();
            return card;
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    public String toString() {
        return super.toString() + "|" + moves + "|" + pins[0] + suspicious();
    }
}
