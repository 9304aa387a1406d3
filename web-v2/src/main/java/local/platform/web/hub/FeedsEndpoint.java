package local.platform.web.hub;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.foundation.uid.Uid;
import local.platform.kind.ResourceService;
import local.platform.kind.Resources;
import local.platform.proto.hub.AddListedFeedRequest;
import local.platform.proto.hub.CreateFeedRequest;
import local.platform.proto.hub.DeleteFeedRequest;
import local.platform.proto.hub.Feed;
import local.platform.proto.hub.FeedsProto;
import local.platform.proto.hub.GetFeedRequest;
import local.platform.proto.hub.ListFeedsRequest;
import local.platform.proto.hub.ListFeedsResponse;
import local.platform.proto.hub.RemoveListedFeedRequest;
import local.platform.proto.hub.UpdateFeedRequest;
import local.platform.vulnerability.feed.FeedService;
import local.platform.vulnerability.feed.Feeds;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.StandardMethods;
import local.platform.web.endpoint.Versioned;

/** Implements {@code FeedsService}, over REST only. */
@ApplicationScoped
public class FeedsEndpoint implements Endpoint {
  @EJB private ResourceService resources;
  @EJB private FeedService listings;

  @Override
  public ServiceMethods methods() {
    var feeds = new Resources<>(resources, Feeds.KIND);
    return new StandardMethods<local.platform.vulnerability.feed.Feed, Feed>(
            ServiceMethods.of(FeedsProto.getDescriptor(), "FeedsService", ApiVersion.NONE),
            Feed.getDefaultInstance(),
            FeedMapper::message)
        .get(GetFeedRequest.getDefaultInstance(), feeds::get)
        .list(
            ListFeedsRequest.getDefaultInstance(),
            ListFeedsResponse.getDefaultInstance(),
            FeedMapper::query,
            feeds::list)
        .create(CreateFeedRequest.getDefaultInstance(), FeedMapper.DRAFTS, feeds::create)
        .update(UpdateFeedRequest.getDefaultInstance(), FeedMapper.DRAFTS, feeds::update)
        .delete(DeleteFeedRequest.getDefaultInstance(), feeds::delete)
        .methods()
        .onResource(AddListedFeedRequest.getDefaultInstance(), this::list)
        .onResource(RemoveListedFeedRequest.getDefaultInstance(), this::unlist)
        .withoutGrpc();
  }

  Versioned<Feed> list(Call call, AddListedFeedRequest request) {
    Uid uid = call.requiredUid("uid", request.getUid());
    return Versioned.of(listings.list(call.caller(), uid, call.condition()), FeedMapper::message);
  }

  Versioned<Feed> unlist(Call call, RemoveListedFeedRequest request) {
    Uid uid = call.requiredUid("uid", request.getUid());
    return Versioned.of(listings.unlist(call.caller(), uid, call.condition()), FeedMapper::message);
  }
}
