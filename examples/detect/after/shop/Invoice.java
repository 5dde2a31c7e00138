package shop;

import java.util.ArrayList;
import java.util.List;

/** What a customer has to pay. */
public class Invoice {
    private final List<Line> lines = new ArrayList<>();
    private final String customer;
    private double taxRate = 0.19;

    public Invoice(String customer) {
        this.customer = customer;
    }

    public void add(String article, int count, double price) {
        if (count <= 0) {
            throw new IllegalArgumentException("count of " + article + " must be positive");
        }
        lines.add(new Line(article, count, price));
    }

    public String print() {
        StringBuilder out = new StringBuilder();
        out.append("Invoice for ").append(customer).append('\n');
        double tax = net() * taxRate;
        for (Line line : lines) {
            out.append(line.count).append(" x ").append(line.article).append('\n');
        }
        out.append("total ").append(net() + tax).append('\n');
        return out.toString();
    }

    private double net() {
        double sum = 0;
        for (Line l : lines) {
            sum += l.count * l.price;
        }
        return sum;
    }

    public double total() {
        return net() + net() * taxRate;
    }

    public String describe() {
        double amount = total();
        return String.format("%.2f to pay", amount);
    }

    static class Line {
        final String article;
        final int count;
        final double price;

        Line(String article, int count, double price) {
            this.article = article;
            this.count = count;
            this.price = price;
        }
    }
}
