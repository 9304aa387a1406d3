package local.platform.web.v2.registry;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.proto.registry.v2.CreateTagRequest;
import local.platform.proto.registry.v2.DeleteTagRequest;
import local.platform.proto.registry.v2.GetTagRequest;
import local.platform.proto.registry.v2.ListTagsRequest;
import local.platform.proto.registry.v2.ListTagsResponse;
import local.platform.proto.registry.v2.Tag;
import local.platform.proto.registry.v2.TagsProto;
import local.platform.registry.tag.TagService;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.StandardMethods;
import local.platform.web.v2.endpoint.V2;

/** Implements {@code TagsService} of version 2 for all protocols. */
@ApplicationScoped
public class TagsEndpoint implements Endpoint {
  @EJB private TagService tags;

  @Override
  public ServiceMethods methods() {
    return new StandardMethods<local.platform.registry.tag.Tag, Tag>(
            ServiceMethods.of(TagsProto.getDescriptor(), "TagsService", V2.VERSION),
            Tag.getDefaultInstance(),
            TagMapper::message)
        .create(CreateTagRequest.getDefaultInstance(), TagMapper.DRAFTS, tags::create)
        .get(GetTagRequest.getDefaultInstance(), tags::get)
        .list(
            ListTagsRequest.getDefaultInstance(),
            ListTagsResponse.getDefaultInstance(),
            TagMapper::query,
            tags::list)
        .delete(DeleteTagRequest.getDefaultInstance(), tags::delete)
        .methods();
  }
}
