package repo.data;

public class User extends Entity.Base<Key.User, User> {
    public String name;
    int age;

    public User(String name, int age) {
        super(new Key.User());
        this.name = name;
        this.age = age;
    }

    public int age() {
        return age;
    }

    public Integer agePlus(Integer n) {
        return age + n;
    }

    public boolean older(User o) {
        return age > o.age;
    }

    public static int byAge(User a, User b) {
        return a.age - b.age;
    }
}
