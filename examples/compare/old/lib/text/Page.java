package lib.text;

/** A page of text. */
public class Page {
    private final Words words = new Words(" ");

    public String title(String text) {
        return words.number(text) > 3 ? words.concat(text, "-") : text;
    }
}
