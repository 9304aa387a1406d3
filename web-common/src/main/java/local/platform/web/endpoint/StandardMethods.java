package local.platform.web.endpoint;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Empty;
import com.google.protobuf.FieldMask;
import com.google.protobuf.Message;
import java.util.function.BiFunction;
import java.util.function.Function;
import local.platform.access.authz.Caller;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;
import local.platform.web.endpoint.ServiceCalls.Creates;
import local.platform.web.endpoint.ServiceCalls.Deletes;
import local.platform.web.endpoint.ServiceCalls.Lists;
import local.platform.web.endpoint.ServiceCalls.Updates;

/**
 * The standard methods of a resource (AIP-131 to AIP-135), built from the methods of its service
 * and of its mapper. Fields that requests and pages have in common are found by their names: {@code
 * uid}, {@code parent}, {@code update_mask}, and those of {@link Paging}. The resource itself is
 * the only field of its type.
 *
 * @param <R> the resource as the service returns it
 * @param <M> its message
 */
public final class StandardMethods<R extends Resource, M extends Message> {
  private static final String UID = "uid";
  private static final String PARENT = "parent";

  private final ServiceMethods methods;
  private final M resource;
  private final Function<R, M> message;

  /**
   * Creates one that adds the standard methods to those of a service.
   *
   * @param resource an empty message
   * @param message writes a resource
   */
  public StandardMethods(ServiceMethods methods, M resource, Function<R, M> message) {
    this.methods = methods;
    this.resource = resource;
    this.message = message;
  }

  /** Adds the method that reads a resource. */
  public StandardMethods<R, M> get(Message request, BiFunction<Caller, Uid, R> service) {
    FieldDescriptor uid = field(request, UID);
    methods.onResource(
        request,
        (call, asked) ->
            versioned(
                service.apply(call.caller(), call.requiredUid(UID, (String) asked.getField(uid)))));
    return this;
  }

  /**
   * Adds the method that returns a page of resources.
   *
   * @param page an empty page
   * @param query reads the query, and adds to the violations what is wrong with its form
   */
  public <L extends Message, Q> StandardMethods<R, M> list(
      L request, Message page, BiFunction<Call, L, Q> query, Lists<Q, R> service) {
    Paging paging = Paging.of(request, page, resource);
    methods.on(
        request,
        (call, asked) ->
            paging.message(
                service
                    .list(call.caller(), query.apply(call, asked), paging.request(call, asked))
                    .map(message)));
    return this;
  }

  /** Adds the method that creates a resource. The parent is required. */
  public <D> StandardMethods<R, M> create(
      Message request, Drafts<M, D> drafts, Creates<D, R> service) {
    FieldDescriptor parent = field(request, PARENT);
    FieldDescriptor given = resourceField(request);
    methods.onResource(
        request,
        (call, asked) -> {
          D draft = drafts.draft().read(call.violations(), resourceIn(asked, given));
          Uid group = call.requiredUid(PARENT, (String) asked.getField(parent));
          return versioned(
              drafts.names().translated(() -> service.create(call.caller(), group, draft)));
        });
    return this;
  }

  /** Adds the method that updates the fields that its mask names. */
  public <D> StandardMethods<R, M> update(
      Message request, Drafts<M, D> drafts, Updates<D, R> service) {
    FieldDescriptor mask = field(request, FieldMasks.MASK);
    FieldDescriptor given = resourceField(request);
    FieldDescriptor uid = field(resource, UID);
    methods.onResource(
        request,
        (call, asked) -> {
          M values = resourceIn(asked, given);
          DraftChange<D> change =
              drafts.change(call.violations(), values, (FieldMask) asked.getField(mask));
          Uid changed = call.requiredUid(UID, (String) values.getField(uid));
          return versioned(
              drafts
                  .names()
                  .translated(
                      () -> service.update(call.caller(), changed, change, call.condition())));
        });
    return this;
  }

  /** Adds the method that deletes a resource. */
  public StandardMethods<R, M> delete(Message request, Deletes service) {
    FieldDescriptor uid = field(request, UID);
    methods.on(
        request,
        (call, asked) -> {
          Uid deleted = call.requiredUid(UID, (String) asked.getField(uid));
          service.delete(call.caller(), deleted, call.condition());
          return Empty.getDefaultInstance();
        });
    return this;
  }

  /** Returns the methods of the service, including those that were added. */
  public ServiceMethods methods() {
    return methods;
  }

  private Versioned<M> versioned(R shown) {
    return Versioned.of(shown, message);
  }

  private FieldDescriptor resourceField(Message request) {
    return MessageFields.ofType(request.getDescriptorForType(), resource.getDescriptorForType());
  }

  @SuppressWarnings("unchecked") // its field is the one of this type
  private M resourceIn(Message request, FieldDescriptor field) {
    return (M) request.getField(field);
  }

  private static FieldDescriptor field(Message message, String name) {
    return MessageFields.named(message.getDescriptorForType(), name);
  }
}
