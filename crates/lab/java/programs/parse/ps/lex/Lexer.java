package ps.lex;

import ps.lex.Token.*;
import java.util.Iterator;

public class Lexer implements Iterable<Token> {
    protected final String text;
    protected int pos;
    int line = 1;

    public Lexer(String text) {
        this.text = text;
    }

    protected boolean skip(char c) {
        return c == ' ' || newline(c);
    }

    boolean newline(char c) {
        if (c != '\n') return false;
        line++;
        return true;
    }

    public Token next() {
        while (pos < text.length() && skip(text.charAt(pos))) pos++;
        if (pos >= text.length()) return new End(pos);
        char c = text.charAt(pos);
        if (c >= '0' && c <= '9') {
            int value = 0, at = pos;
            for (; pos < text.length() && digit(text.charAt(pos)); pos++) {
                value *= 10;
                value += text.charAt(pos) - '0';
            }
            return new Num(at, value);
        }
        return new Op(pos++, c);
    }

    private static boolean digit(char c) {
        return c >= '0' && c <= '9';
    }

    public int line() {
        return line;
    }

    @Override
    public Iterator<Token> iterator() {
        return new Tokens();
    }

    private class Tokens implements Iterator<Token> {
        private Token next = Lexer.this.next();
        private boolean done;

        @Override
        public boolean hasNext() {
            return !done;
        }

        @Override
        public Token next() {
            Token now = next;
            if (now instanceof End) done = true;
            else next = Lexer.this.next();
            return now;
        }
    }
}
