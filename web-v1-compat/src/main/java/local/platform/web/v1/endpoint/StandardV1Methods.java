package local.platform.web.v1.endpoint;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.function.BiFunction;
import java.util.function.Function;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.FieldNames;
import local.platform.web.endpoint.ItemWalk;
import local.platform.web.endpoint.MessageFields;
import local.platform.web.endpoint.ServiceCalls.Creates;
import local.platform.web.endpoint.ServiceCalls.Deletes;
import local.platform.web.endpoint.ServiceCalls.Updates;
import local.platform.web.endpoint.ServiceCalls.Walks;
import local.platform.web.endpoint.ServiceMethods;

/**
 * The methods that most resources of version 1 have, built from the methods of their service and of
 * their mapper. The field {@code id} is found by its name, and the resource in a request by its
 * type.
 *
 * @param <R> the resource as the service returns it
 * @param <M> its message
 */
public final class StandardV1Methods<R, M extends Message> {
  private static final String ID = "id";

  private final ServiceMethods methods;
  private final M resource;
  private final Function<R, M> message;
  private FieldNames names = FieldNames.SAME;

  /**
   * Creates one that adds these methods to those of a service.
   *
   * @param resource an empty message
   * @param message writes a resource
   */
  public StandardV1Methods(ServiceMethods methods, M resource, Function<R, M> message) {
    this.methods = methods;
    this.resource = resource;
    this.message = message;
  }

  /** Sets the translations between the names of the draft's components and those in the message. */
  public StandardV1Methods<R, M> withNames(FieldNames others) {
    names = others;
    return this;
  }

  /**
   * Adds the method that creates a resource.
   *
   * @param parent name of the request's field for the parent
   * @param draft reads the draft, and adds to the violations what is wrong with its form
   */
  public <D> StandardV1Methods<R, M> create(
      Message request,
      String parent,
      BiFunction<FieldViolations, M, D> draft,
      Creates<D, R> service) {
    FieldDescriptor parentField = MessageFields.named(request.getDescriptorForType(), parent);
    FieldDescriptor given =
        MessageFields.ofType(request.getDescriptorForType(), resource.getDescriptorForType());
    methods.on(
        request,
        (call, asked) -> {
          D read = draft.apply(call.violations(), resourceIn(asked, given));
          Uid group =
              call.requiredUid(parentField.getJsonName(), (String) asked.getField(parentField));
          return message.apply(names.translated(() -> service.create(call.caller(), group, read)));
        });
    return this;
  }

  /**
   * Adds the method that replaces a resource.
   *
   * @param change reads the change, and adds to the violations what is wrong with its form
   */
  public <D> StandardV1Methods<R, M> update(
      BiFunction<FieldViolations, M, DraftChange<D>> change, Updates<D, R> service) {
    FieldDescriptor id = MessageFields.named(resource.getDescriptorForType(), ID);
    methods.on(
        resource,
        (call, asked) -> {
          DraftChange<D> read = change.apply(call.violations(), asked);
          Uid uid = call.requiredUid(ID, (String) asked.getField(id));
          return message.apply(
              names.translated(() -> service.update(call.caller(), uid, read, call.condition())));
        });
    return this;
  }

  /**
   * Adds the method that lists resources.
   *
   * @param list an empty list
   * @param query reads the query, and adds to the violations what is wrong with its form
   */
  public <F extends Message, Q> StandardV1Methods<R, M> list(
      F filter, Message list, BiFunction<Call, F, Q> query, Walks<Q, R> service) {
    return list(filter, list, query, service, message);
  }

  /**
   * Does the same as {@link #list(Message, Message, BiFunction, Walks)} for a list whose items have
   * another type.
   *
   * @param item writes a resource as an item of the list
   */
  public <F extends Message, Q> StandardV1Methods<R, M> list(
      F filter,
      Message list,
      BiFunction<Call, F, Q> query,
      Walks<Q, R> service,
      Function<R, ? extends Message> item) {
    methods.onItems(
        filter,
        list,
        (call, asked) -> {
          Q read = query.apply(call, asked);
          ItemWalk<Message> walk =
              (window, items) ->
                  service.walk(call.caller(), read, window, each -> items.accept(item.apply(each)));
          return walk;
        });
    return this;
  }

  /** Adds the method that deletes a resource. */
  public StandardV1Methods<R, M> delete(Message request, Deletes service) {
    FieldDescriptor id = MessageFields.named(request.getDescriptorForType(), ID);
    methods.on(
        request,
        (call, asked) -> {
          Uid uid = call.requiredUid(ID, (String) asked.getField(id));
          return Deletion.of(() -> service.delete(call.caller(), uid, call.condition()));
        });
    return this;
  }

  /** Returns the methods of the service, including those that were added. */
  public ServiceMethods methods() {
    return methods;
  }

  @SuppressWarnings("unchecked") // its field is the one of this type
  private M resourceIn(Message request, FieldDescriptor field) {
    return (M) request.getField(field);
  }
}
