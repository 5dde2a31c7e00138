package lib.text;

/** Counts and joins words. */
public class Words {
    private final String separator;

    public Words(String separator) {
        this.separator = separator;
    }

    /** How many words a text has. */
    public int number(String text) {
        int found = 0;
        for (String part : text.split(separator)) {
            if (!part.isEmpty()) {
                found++;
            }
        }
        return found;
    }

    /** All words of a text behind each other. */
    public String concat(String text, String glue) {
        StringBuilder all = new StringBuilder();
        for (String part : text.split(separator)) {
            if (all.length() > 0) {
                all.append(glue);
            }
            all.append(part.trim());
        }
        return all.toString();
    }

    public boolean isEmpty(String text) {
        return number(text) == 0;
    }

    /** @deprecated use {@link #isEmpty(String)} */
    public boolean empty(String text) {
        return isEmpty(text);
    }

    public void dump() {
        System.out.println(separator);
    }
}
