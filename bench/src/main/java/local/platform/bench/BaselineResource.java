package local.platform.bench;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** Answers with bytes that it was given beforehand, at once or when it has read a group. */
@Path("")
@ApplicationScoped
public class BaselineResource {
  @Inject private Baseline baseline;

  /** Sets the bytes that REST answers. */
  @PUT
  @Path("answer")
  @Consumes(MediaType.WILDCARD)
  public Response setAnswer(byte[] bytes) {
    baseline.setJson(bytes);
    return Response.ok().build();
  }

  /** Sets the identity whose role bindings are read. */
  @PUT
  @Path("caller")
  @Consumes(MediaType.WILDCARD)
  public Response setCaller(String uid) {
    baseline.setCaller(uid);
    return Response.ok().build();
  }

  /** Answers. */
  @GET
  @Path("constant")
  @Produces(MediaType.APPLICATION_JSON)
  public byte[] constant() {
    return baseline.json();
  }

  /** Reads a group by its uid and answers. */
  @GET
  @Path("point-select")
  @Produces(MediaType.APPLICATION_JSON)
  public byte[] pointSelect(@QueryParam("uid") String uid) {
    if (baseline.pointSelect(uid).isEmpty()) {
      throw new NotFoundException();
    }
    return baseline.json();
  }
}
