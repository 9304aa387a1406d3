package local.platform.web.v1.iam.group;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import local.platform.proto.iam.v1.CheckEligibilityRequest;
import local.platform.proto.iam.v1.CreateGroupRequest;
import local.platform.proto.iam.v1.DeleteGroupRequest;
import local.platform.proto.iam.v1.Group;
import local.platform.proto.iam.v1.GroupFilter;
import local.platform.proto.iam.v1.LookupGroupRequest;
import local.platform.proto.iam.v1.RequestGroupAccessRequest;
import local.platform.web.rest.RestCall;
import local.platform.web.v1.json.ItemStream;

/** The REST routes of {@code Groups}. */
@Path("iam/v1")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class GroupsV1Resource {
  @Inject private RestCall rest;
  @Inject private GroupsV1Endpoint groups;

  @GET
  @Path("groups")
  public Response list() {
    return ItemStream.answer(
        rest,
        groups.walk(
            rest.call(), rest.bind(GroupFilter.newBuilder()).ignoringUnknown().message().build()));
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
                .ignoringUnknown()
                .path("parent", parent)
                .body("group")
                .message()
                .build()));
  }

  @PUT
  @Path("groups/{id: .*}")
  public Response update(@PathParam("id") String id) {
    return rest.answer(
        groups.update(
            rest.call(),
            rest.bind(Group.newBuilder())
                .ignoringUnknown()
                .path("id", id)
                .body("*")
                .message()
                .build()));
  }

  @DELETE
  @Path("groups/{id: .*}")
  public Response delete(@PathParam("id") String id) {
    return rest.answer(
        groups.delete(
            rest.call(),
            rest.bind(DeleteGroupRequest.newBuilder())
                .ignoringUnknown()
                .path("id", id)
                .message()
                .build()));
  }

  @GET
  @Path("groups:lookupGroup")
  public Response lookupGroup() {
    return rest.answer(
        groups.lookupGroup(
            rest.call(),
            rest.bind(LookupGroupRequest.newBuilder()).ignoringUnknown().message().build()));
  }

  @POST
  @Path("groups/{groupId: .*}:requestGroupAccess")
  public Response requestGroupAccess(@PathParam("groupId") String groupId) {
    return rest.answer(
        groups.requestGroupAccess(
            rest.call(),
            rest.bind(RequestGroupAccessRequest.newBuilder())
                .ignoringUnknown()
                .path("group_id", groupId)
                .body("*")
                .message()
                .build()));
  }

  @GET
  @Path("groups:checkEligibility")
  public Response checkEligibility() {
    return rest.answer(
        groups.checkEligibility(
            rest.call(),
            rest.bind(CheckEligibilityRequest.newBuilder()).ignoringUnknown().message().build()));
  }
}
