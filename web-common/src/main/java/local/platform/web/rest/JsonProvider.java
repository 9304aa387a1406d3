package local.platform.web.rest;

import com.fasterxml.jackson.jakarta.rs.json.JacksonJsonProvider;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import local.platform.web.json.ProtoJson;

/** Writes answers as JSON: messages, and plain records. */
@Provider
@Produces(MediaType.APPLICATION_JSON)
public class JsonProvider extends JacksonJsonProvider {
  /** Creates the provider with the one mapper of the server. */
  public JsonProvider() {
    super(ProtoJson.mapper());
  }
}
