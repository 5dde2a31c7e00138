package mix.impl;

import mix.api.*;

abstract class Base implements Sized {
    static int size = 70;
    protected String name;
    protected Base next;

    Base(String name) {
        this.name = name;
        init();
    }

    void init() {
        size++;
    }

    public String label() {
        return "base(" + name + SEP + ")";
    }

    protected boolean accepts(Object o) {
        return o != null;
    }

    protected boolean accepts(Base b) {
        return b != this;
    }

    static String make(Object o) {
        return "O" + o;
    }

    public int extra() {
        return size;
    }
}
