package app;

import lib.text.Words;

/** Counts with {@link Words#number(String)}. */
class Report {
    private final Words words = new Words(",");

    String line(String text) {
        words.dump();
        return words.number(text) + ": " + words.concat(text, "; ");
    }
}
