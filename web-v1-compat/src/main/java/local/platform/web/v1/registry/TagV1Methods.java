package local.platform.web.v1.registry;

import local.platform.proto.registry.v1.CreateTagRequest;
import local.platform.proto.registry.v1.DeleteTagRequest;
import local.platform.proto.registry.v1.GetRepoTagsSummaryRequest;
import local.platform.proto.registry.v1.Tag;
import local.platform.proto.registry.v1.TagFilter;
import local.platform.proto.registry.v1.TagHistory;
import local.platform.proto.registry.v1.TagHistoryFilter;
import local.platform.proto.registry.v1.TagHistoryList;
import local.platform.proto.registry.v1.TagList;
import local.platform.registry.tag.TagHistoryEntry;
import local.platform.registry.tag.TagService;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v1.endpoint.StandardV1Methods;

/**
 * The methods for tags.
 *
 * @param tags does everything
 */
record TagV1Methods(TagService tags) {

  /** Adds these methods to their service, and returns the service. */
  ServiceMethods addTo(ServiceMethods methods) {
    new StandardV1Methods<local.platform.registry.tag.Tag, Tag>(
            methods, Tag.getDefaultInstance(), TagV1Mapper::message)
        .create(
            CreateTagRequest.getDefaultInstance(),
            "repo_id",
            TagV1Mapper::draft,
            tags::createKeepingDigest)
        .update(TagV1Mapper::change, tags::update)
        .list(
            TagFilter.getDefaultInstance(),
            TagList.getDefaultInstance(),
            TagV1Mapper::query,
            tags::walk)
        .delete(DeleteTagRequest.getDefaultInstance(), tags::delete);
    new StandardV1Methods<TagHistoryEntry, TagHistory>(
            methods, TagHistory.getDefaultInstance(), TagV1Mapper::message)
        .list(
            TagHistoryFilter.getDefaultInstance(),
            TagHistoryList.getDefaultInstance(),
            TagV1Mapper::query,
            tags::walkHistory);
    return methods.on(
        GetRepoTagsSummaryRequest.getDefaultInstance(),
        (call, request) ->
            TagV1Mapper.message(
                tags.summarize(
                    call.caller(),
                    call.requiredUid("repoId", request.getRepoId()),
                    TagV1Mapper.filter(request))));
  }
}
