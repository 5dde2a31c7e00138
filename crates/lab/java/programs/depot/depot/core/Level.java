package depot.core;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.RUNTIME)
public @interface Level {
    int DEFAULT = Limits.LOW + 1;

    int value() default DEFAULT;

    String[] tags() default {};

    Class<?> owner() default Object.class;
}
