package local.platform.web.rest;

import com.fasterxml.jackson.jakarta.rs.json.JacksonJsonProvider;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import local.platform.web.json.ProtoJson;

/** Writes answers as JSON: messages, and records of what is no message. */
@Provider
@Produces(MediaType.APPLICATION_JSON)
public class JsonProvider extends JacksonJsonProvider {
  /** With the one mapper of the server. */
  public JsonProvider() {
    super(ProtoJson.mapper());
  }
}
