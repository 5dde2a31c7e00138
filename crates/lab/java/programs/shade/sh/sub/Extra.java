package sh.sub;

class Extra extends sh.Config {
    Extra() {
        super("extra");
    }

    int level() {
        return value + get("d");
    }

    class Part extends Special {
        int both() {
            return value + Extra.this.value + level() + Extra.super.get("c4");
        }
    }
}
