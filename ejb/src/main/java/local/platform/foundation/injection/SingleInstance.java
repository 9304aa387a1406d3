package local.platform.foundation.injection;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Stereotype;
import jakarta.inject.Singleton;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a bean of which the application has one instance, like {@link Singleton}. Unlike an {@link
 * ApplicationScoped} bean it has no proxy, and so needs no second constructor.
 *
 * <p>It is a stereotype, because CDI discovers annotated beans by stereotypes, but not by {@link
 * Singleton}. Discovering all classes instead takes seconds of each start.
 */
@Singleton
@Stereotype
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface SingleInstance {}
