package local.platform.web.endpoint;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;

/**
 * The fields that all lists in pages have in common (AIP-158).
 *
 * @param pageSize of a request
 * @param pageToken of a request
 * @param orderBy of a request
 * @param skip of a request
 * @param empty an empty page
 * @param items of a page
 * @param nextPageToken of a page
 * @param totalCount of a page
 * @param skipped of a page
 */
public record Paging(
    FieldDescriptor pageSize,
    FieldDescriptor pageToken,
    FieldDescriptor orderBy,
    FieldDescriptor skip,
    Message empty,
    FieldDescriptor items,
    FieldDescriptor nextPageToken,
    FieldDescriptor totalCount,
    FieldDescriptor skipped) {

  /**
   * Returns the fields of a list.
   *
   * @param request an empty request
   * @param page an empty page
   * @param item an empty item
   * @throws IllegalArgumentException if the request or the page lacks one of them
   */
  public static Paging of(Message request, Message page, Message item) {
    Descriptor in = request.getDescriptorForType();
    Descriptor out = page.getDescriptorForType();
    return new Paging(
        MessageFields.named(in, "page_size"),
        MessageFields.named(in, "page_token"),
        MessageFields.named(in, "order_by"),
        MessageFields.named(in, "skip"),
        page.getDefaultInstanceForType(),
        MessageFields.ofType(out, item.getDescriptorForType()),
        MessageFields.named(out, "next_page_token"),
        MessageFields.named(out, "total_count"),
        MessageFields.named(out, "skipped"));
  }

  /** Returns the page that a request asks for. */
  public PageRequest request(Call call, Message request) {
    return request(call.violations(), request);
  }

  /** Returns the page that a request asks for, with the violations in the rest of it. */
  public PageRequest request(FieldViolations violations, Message request) {
    return new PageRequest(
        (int) request.getField(pageSize),
        (String) request.getField(pageToken),
        (String) request.getField(orderBy),
        (int) request.getField(skip),
        violations);
  }

  /** Returns a page as a message. */
  public Message message(Page<? extends Message> page) {
    Message.Builder message = empty.newBuilderForType().setField(skipped, page.skipped());
    page.totalCount().ifPresent(total -> message.setField(totalCount, total));
    page.items().forEach(item -> message.addRepeatedField(items, item));
    page.nextPageToken().ifPresent(token -> message.setField(nextPageToken, token));
    return message.build();
  }
}
