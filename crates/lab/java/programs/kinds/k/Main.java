package k;

import k.deep.Tile;

public class Main {
    static String h = "outer";
    static String show(Shape s) {
        return s.accept(new Shape.Visitor<String>() {
            int seen = 1;
            @Override public String round(Round r) { return "r" + r.wide() + r.half() + seen; }
            @Override public String flat(Flat f) { return "f" + f.label() + f.width() + h; }
            @Override public String kind(Kind k) { return "k" + k.own + k.bump() + k.mark(); }
        });
    }
    public static void main(String[] args) throws Exception {
        Flat.Box box = new Flat.Box();
        box.use();
        Slab slab = new Slab();
        Tile tile = new Tile();
        Shape[] all = {Round.unit(), new Round(4), box, slab, tile, Kind.SMALL, Kind.LARGE};
        for (Shape s : all) System.out.println(show(s) + " " + s.area() + " " + s.scaled(3) + " " + Shape.best(s, box).area());
        System.out.println(box.lid().over() + box.copy().wide() + " " + slab.lazily().get() + slab.each().apply(tile) + slab.copy().wide());
        System.out.println(tile.floor() + tile.outer() + tile.mark() + tile.name() + slab.plus(1, 2) + slab.plus(4) + slab.mark());
        Base b = () -> 5;
        System.out.println(Base.of(b) + Base.of(tile) + Base.of(Kind.LARGE) + Base.of(slab::start) + Flat.flats() + Round.count);
        System.out.println(new Round(2).compareTo(new Round(3)) + Shape.SIDES + " " + box.used + tile.low());
    }
}
