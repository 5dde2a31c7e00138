package ps;

import ps.lex.*;
import ps.lex.Token.*;

public class Main {
    private static int fails;

    private static String run(String text) {
        Parser parser = new Parser(text);
        try {
            Node node = parser.sum();
            return node + "=" + node.eval() + "#" + parser.most() + "@" + parser.line();
        } catch (Parser.Problems.Missing e) {
            fails += e.cost();
            return "M" + e.getMessage() + e.sign;
        } catch (Parser.Problem e) {
            fails += 1000 * e.cost();
            return "P" + e.getMessage();
        }
    }

    public static void main(String[] args) {
        for (String text : new String[] {"1+2*3", "(1+2)*_3\n", "(4", "4*\n+", "((12))*(2+3)"}) System.out.println(run(text));
        System.out.println(fails + " " + Node.Value.evals() + " " + Token.count());
        Visitor<String> visitor = new Visitor<>() {
            private int seen;

            @Override
            public String num(Num num) {
                return "n" + num.value + seen++;
            }

            @Override
            public String op(Op op) {
                return "o" + op.sign + op.at() + op.is('+') + op.is(43) + --seen;
            }
        };
        Lexer lexer = new Lexer("7 + 8\n* 9");
        for (Token token : lexer) System.out.println(token.accept(visitor) + lexer.line());
        class Loud extends Op {
            Loud(char c) {
                super(c, (char) (c + 1));
            }

            @Override
            public boolean is(char sign) {
                return at == sign || super.is(sign);
            }
        }
        Op loud = new Loud('x');
        System.out.println(loud.is('x') + " " + loud.is('y') + " " + loud.is('z') + loud.accept(visitor));
        System.out.println(new Node.Value(4).equals(new Node.Value(4)));
    }
}
