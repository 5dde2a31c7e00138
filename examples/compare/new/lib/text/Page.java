package lib.text;

import lib.text.words.Words;

/** A page of text. */
public class Page {
    private final Words words = new Words(" ");

    public String title(String text) {
        return words.count(text) > 3 ? words.join("-", text) : text;
    }
}
