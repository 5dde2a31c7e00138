package p;

import o.Log;
import o.Mid;
import o.Top;

public class Main {
    static int late = 55;
    public static void main(String[] args) {
        System.out.println(End.counted() + " " + Log.TEXT);
        End end = new End();
        Other other = new Other();
        Top anonymous = new Top(9) {
            int mine = base + 1;
            @Override protected void setUp() { mine = 3 + late; }
            @Override public int total() { return super.total() + mine + late; }
        };
        class Local extends Other {
            int late = 40;
            @Override public int sum() { return super.sum() + late + hidden(); }
            int more() { return late + args.length; }
        }
        Local local = new Local();
        for (Top t : new Top[] {end, other, anonymous, local, new Mid(3)}) System.out.println(t.total() + " " + Log.TEXT);
        System.out.println(end.sum() + " " + end.named() + " " + end.parts(4) + " " + other.sum() + other.hidden() + other.named());
        System.out.println(o.Probe.run() + " " + local.sum() + " " + local.more() + " " + Top.statics + Log.TEXT);
    }
}
