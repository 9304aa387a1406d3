package local.platform.web.upload;

import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import local.platform.web.endpoint.Upload;

/**
 * The uploads of the requests that are being served, by tickets. The listener adds the ticket to
 * the request as a header, and removes that header from what clients send.
 */
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
public class Uploads {
  /** The header with the ticket, in lower case. */
  public static final String TICKET = "x-platform-upload";

  private final Map<String, Upload> offered = new ConcurrentHashMap<>();

  /** Offers an upload to the request with a ticket. */
  public void offer(String ticket, Upload upload) {
    offered.put(ticket, upload);
  }

  /** Returns the upload of a request; empty if the body of the request was read before. */
  public Optional<Upload> find(String ticket) {
    return Optional.ofNullable(offered.get(ticket));
  }

  /** Withdraws an upload, because its request was answered. */
  public void withdraw(String ticket) {
    offered.remove(ticket);
  }
}
