package shop;

/** Sends invoices. */
public class Mailer {
    private final String host;
    private int retries = 3;

    public Mailer(String host) {
        this.host = host;
    }

    public boolean send(Invoice invoice, String address) {
        for (int i = 0; i < retries; i++) {
            if (deliver(address, "Your invoice", invoice.print())) {
                return true;
            }
        }
        return false;
    }

    public String describe(Invoice invoice) {
        double amount = invoice.calc();
        return String.format("%.2f to pay", amount);
    }

    private boolean deliver(String address, String subject, String body) {
        System.out.println(host + ": " + subject + " to " + address + "\n" + body);
        return !address.isEmpty();
    }
}
