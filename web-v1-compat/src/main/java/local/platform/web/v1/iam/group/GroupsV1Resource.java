package local.platform.web.v1.iam.group;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import local.platform.iam.group.GroupQuery;
import local.platform.iam.group.GroupService;
import local.platform.paging.Window;
import local.platform.proto.iam.v1.GroupFilter;
import local.platform.web.endpoint.Call;
import local.platform.web.rest.RestCall;
import local.platform.web.v1.json.ItemStream;
import local.platform.web.v1.paging.WindowParameters;

/** The REST routes of {@code Groups}. */
@Path("iam/v1/groups")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class GroupsV1Resource {
  @Inject private RestCall rest;
  @EJB private GroupService groups;

  @GET
  public Response list() {
    Call call = rest.call();
    GroupFilter filter = rest.bind(GroupFilter.newBuilder()).ignoringUnknown().message().build();
    GroupQuery query = GroupV1Mapper.query(call, filter);
    Window window = WindowParameters.read(rest, call.violations());
    call.violations().throwIfAny();
    return Response.ok(
            new ItemStream(
                items ->
                    groups.walk(
                        call.caller(),
                        query,
                        window,
                        group -> items.accept(GroupV1Mapper.message(group)))))
        .build();
  }
}
