package shop;

/** Sends invoices. */
public class Mailer {
    private static final String SUBJECT = "Your invoice";

    private final String host;
    private int retries = 3;

    public Mailer(String host) {
        this.host = host;
    }

    public boolean send(Invoice invoice, String recipient) {
        for (int i = 0; i < retries; i++) {
            if (deliver(recipient, SUBJECT, invoice.print())) {
                return true;
            }
        }
        return false;
    }

    private boolean deliver(String address, String subject, String body) {
        System.out.println(host + ": " + subject + " to " + address + "\n" + body);
        return !address.isEmpty();
    }
}
