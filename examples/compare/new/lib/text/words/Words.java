package lib.text.words;

/** Counts and joins words. */
public class Words {
    private final String separator;

    public Words(String separator) {
        this.separator = separator;
    }

    /** How many words a text has. */
    public int count(CharSequence text) {
        int found = 0;
        for (String part : text.toString().split(separator)) {
            if (!part.isEmpty()) {
                found++;
            }
        }
        return found;
    }

    /** All words of a text behind each other. */
    public String join(String glue, String text) {
        StringBuilder all = new StringBuilder();
        for (String part : text.split(separator)) {
            if (all.length() > 0) {
                all.append(glue);
            }
            all.append(part.trim());
        }
        return all.toString();
    }

    /** @deprecated use {@link #join(String, String)} */
    @Deprecated
    public String concat(String text, String glue) {
        return join(glue, text);
    }

    public boolean isEmpty(String text) {
        return count(text) == 0;
    }
}
