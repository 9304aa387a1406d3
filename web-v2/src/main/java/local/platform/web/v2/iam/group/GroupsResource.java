package local.platform.web.v2.iam.group;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import local.platform.proto.iam.v2.CheckEligibilityRequest;
import local.platform.proto.iam.v2.CreateGroupRequest;
import local.platform.proto.iam.v2.DeleteGroupRequest;
import local.platform.proto.iam.v2.GetGroupRequest;
import local.platform.proto.iam.v2.ListGroupsRequest;
import local.platform.proto.iam.v2.LookupGroupRequest;
import local.platform.proto.iam.v2.RequestGroupAccessRequest;
import local.platform.proto.iam.v2.UpdateGroupRequest;
import local.platform.web.rest.RestCall;

/** The REST routes of {@code GroupsService}, under both names of the version. */
@Path("iam/{version: v2|v2beta1}")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class GroupsResource {
  @Inject private RestCall rest;
  @Inject private GroupsEndpoint groups;

  @GET
  @Path("groups")
  public Response list() {
    return rest.answer(
        groups.list(rest.call(), rest.bind(ListGroupsRequest.newBuilder()).message().build()));
  }

  @GET
  @Path("groups/{uid: .*}")
  public Response get(@PathParam("uid") String uid) {
    return rest.answer(
        groups.get(
            rest.call(),
            rest.bind(GetGroupRequest.newBuilder()).path("uid", uid).message().build()));
  }

  @POST
  @Path("groups")
  public Response create() {
    return create("");
  }

  @POST
  @Path("groups/{parent: .*}")
  public Response create(@PathParam("parent") String parent) {
    return rest.answer(
        groups.create(
            rest.call(),
            rest.bind(CreateGroupRequest.newBuilder())
                .path("parent", parent)
                .body("group")
                .message()
                .build()));
  }

  @PATCH
  @Path("groups/{uid: .*}")
  public Response update(@PathParam("uid") String uid) {
    return rest.answer(
        groups.update(
            rest.call(),
            rest.bind(UpdateGroupRequest.newBuilder())
                .path("group.uid", uid)
                .body("group")
                .message()
                .build()));
  }

  @DELETE
  @Path("groups/{uid: .*}")
  @Produces(MediaType.WILDCARD)
  public Response delete(@PathParam("uid") String uid) {
    groups.delete(
        rest.call(), rest.bind(DeleteGroupRequest.newBuilder()).path("uid", uid).message().build());
    return rest.deleted();
  }

  @GET
  @Path("groups:lookupGroup")
  public Response lookupGroup() {
    return rest.answer(
        groups.lookupGroup(
            rest.call(), rest.bind(LookupGroupRequest.newBuilder()).message().build()));
  }

  @POST
  @Path("groups/{groupUid: .*}:requestGroupAccess")
  public Response requestGroupAccess(@PathParam("groupUid") String groupUid) {
    return rest.answer(
        groups.requestGroupAccess(
            rest.call(),
            rest.bind(RequestGroupAccessRequest.newBuilder())
                .path("group_uid", groupUid)
                .body("*")
                .message()
                .build()));
  }

  @GET
  @Path("groups:checkEligibility")
  public Response checkEligibility() {
    return rest.answer(
        groups.checkEligibility(
            rest.call(), rest.bind(CheckEligibilityRequest.newBuilder()).message().build()));
  }
}
