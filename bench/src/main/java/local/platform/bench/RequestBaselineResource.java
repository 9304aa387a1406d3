package local.platform.bench;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Does the least that each request to the product needs, and answers with bytes that it was given
 * beforehand: those of the product.
 */
@Path("requests")
@ApplicationScoped
public class RequestBaselineResource {
  private static final String BEARER = "Bearer ";

  @Inject private Baseline baseline;
  @Inject private BaselineGroups groups;
  @Inject private BaselineExchange exchange;

  private final Map<String, byte[]> answers = new ConcurrentHashMap<>();

  /** Sets the bytes that a method of this class, given by its name, answers. */
  @PUT
  @Path("answers/{method}")
  @Consumes(MediaType.WILDCARD)
  public Response setAnswer(@PathParam("method") String method, byte[] bytes) {
    answers.put(method, bytes);
    return Response.ok().build();
  }

  /** Sets the public key of the issuer whose tokens are exchanged. */
  @PUT
  @Path("issuer-key")
  @Consumes(MediaType.WILDCARD)
  public Response setIssuerKey(String jwk) {
    exchange.setIssuerKey(jwk);
    return Response.ok().build();
  }

  /** Reads the caller and then a group. */
  @GET
  @Path("group")
  @Produces(MediaType.APPLICATION_JSON)
  public Response group(@QueryParam("caller") String caller, @QueryParam("uid") String uid) {
    return baseline.callerAndPointSelect(caller, uid).isPresent()
        ? Response.ok(answers.get("group")).build()
        : refused();
  }

  /** Reads the caller, and answers that there is nothing. */
  @GET
  @Path("nothing")
  @Produces(MediaType.APPLICATION_JSON)
  public Response nothing(@QueryParam("caller") String caller) {
    return baseline.readsBindings(caller)
        ? Response.status(Status.NOT_FOUND).entity(answers.get("nothing")).build()
        : refused();
  }

  /** Reads a page of groups, the last of which the request names, too. */
  @GET
  @Path("page")
  @Produces(MediaType.APPLICATION_JSON)
  public Response page(
      @QueryParam("parent") String parent,
      @QueryParam("after") String after,
      @QueryParam("size") int size,
      @QueryParam("last") String last) {
    List<GroupRow> page = groups.page(parent, after, size);
    return page.size() == size && page.get(size - 1).uid().equals(last)
        ? Response.ok(answers.get("page")).build()
        : refused();
  }

  /** Creates a group. What the body says of it is always the same, so it is read and no more. */
  @POST
  @Path("create")
  @Consumes(MediaType.APPLICATION_JSON)
  @Produces(MediaType.APPLICATION_JSON)
  public byte[] create(@QueryParam("parent") String parent, byte[] body) {
    groups.create(parent);
    return answers.get("create");
  }

  /** Exchanges a token. */
  @GET
  @Path("exchange")
  @Produces(MediaType.APPLICATION_JSON)
  public Response exchange(
      @HeaderParam(HttpHeaders.AUTHORIZATION) String authorization,
      @QueryParam("identity") String identity) {
    return exchange
        .exchange(authorization.substring(BEARER.length()), identity)
        .map(token -> Response.ok(token).build())
        .orElseGet(RequestBaselineResource::refused);
  }

  /** Answers a document, or that it has not changed to who has this entity tag. */
  @GET
  @Path("document")
  @Produces(MediaType.APPLICATION_JSON)
  public Response document(@HeaderParam(HttpHeaders.IF_NONE_MATCH) String known) {
    return known == null
        ? Response.ok(answers.get("document")).build()
        : Response.notModified(known.replace("\"", "")).build();
  }

  /** An answer that no benchmark expects. */
  private static Response refused() {
    return Response.status(Status.CONFLICT).build();
  }
}
