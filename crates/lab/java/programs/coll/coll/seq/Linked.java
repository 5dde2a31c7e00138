package coll.seq;

import java.util.Iterator;

public class Linked<T> extends Seq<T> {
    protected Node head, tail;
    public int size;

    public class Node {
        public final T value;
        Node next;
        Node[] skips;

        Node(T value) {
            this.value = value;
        }

        public Node next() {
            return next;
        }

        Linked<T> owner() {
            return Linked.this;
        }
    }

    public Linked<T> add(T t) {
        Node n = new Node(t);
        if (head == null) head = n;
        else tail.next = n;
        tail = n;
        size++;
        return this;
    }

    public Linked<T> add(int times, T t) {
        while (times-- > 0) add(t);
        return this;
    }

    public void remove(int index) {
        if (index == 0) head = head.next;
        else node(index - 1).next = node(index).next;
        size--;
    }

    public boolean remove(Object o) {
        int i = 0;
        for (Node n = head; n != null; n = n.next, i++)
            if (n.value.equals(o)) {
                remove(i);
                return true;
            }
        return false;
    }

    public Node node(int i) {
        Node n = head;
        while (i-- > 0) n = n.next();
        return n;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public T at(int i) {
        return node(i).value;
    }

    @Override
    public Iterator<T> iterator() {
        return new Walk() {
            Node now = head;

            @Override
            public T next() {
                at += 1;
                T v = now.value;
                now = now.next;
                return v;
            }
        };
    }
}
