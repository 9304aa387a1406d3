package local.platform.web.endpoint;

import java.util.function.Consumer;
import local.platform.access.authz.Caller;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;

/**
 * The methods that the services of resources have in common. Endpoints are composed of references
 * to them.
 */
public final class ServiceCalls {
  private ServiceCalls() {}

  /**
   * Lists resources, like the method {@code list} of every service.
   *
   * @param <Q> the query
   * @param <R> the resource
   */
  @FunctionalInterface
  public interface Lists<Q, R> {
    /** Returns a page of the resources that the caller may see. */
    Page<R> list(Caller caller, Q query, PageRequest page);
  }

  /**
   * Reads resources one by one, like the method {@code walk} of every service.
   *
   * @param <Q> the query
   * @param <R> the resource
   */
  @FunctionalInterface
  public interface Walks<Q, R> {
    /** Passes the resources that the caller may see to the consumer. */
    void walk(Caller caller, Q query, Window window, Consumer<? super R> consumer);
  }

  /**
   * Creates a resource, like the method {@code create} of every service.
   *
   * @param <D> the draft
   * @param <R> the resource
   */
  @FunctionalInterface
  public interface Creates<D, R> {
    /** Returns the created resource. */
    R create(Caller caller, Uid parent, D draft);
  }

  /**
   * Updates a resource, like the method {@code update} of every service.
   *
   * @param <D> the draft
   * @param <R> the resource
   */
  @FunctionalInterface
  public interface Updates<D, R> {
    /** Returns the updated resource. */
    R update(Caller caller, Uid uid, DraftChange<D> change, VersionCondition condition);
  }

  /** Deletes a resource, like the method {@code delete} of every service. */
  @FunctionalInterface
  public interface Deletes {
    /** Deletes the resource. */
    void delete(Caller caller, Uid uid, VersionCondition condition);
  }
}
