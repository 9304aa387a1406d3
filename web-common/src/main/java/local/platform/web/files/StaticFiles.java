package local.platform.web.files;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Serves the files of a web module. Whoever passes a request to it has checked the method: GET and
 * HEAD only.
 */
public final class StaticFiles extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private final transient Class<?> module;
  private final transient Map<String, String> resources;

  /** The files that were asked for, so that a start reads none. */
  private final transient Map<String, StaticFile> read = new ConcurrentHashMap<>();

  private StaticFiles(Class<?> module, Map<String, String> resources) {
    this.module = module;
    this.resources = Map.copyOf(resources);
  }

  /**
   * Serves the files of a module.
   *
   * @param context the application that the module is, or is a part of
   * @param prefix what comes before the paths in this application; empty for nothing
   * @param module a class of the module
   * @param resources the resources of the module, in JSON, by their paths
   */
  public static void serve(
      ServletContext context, String prefix, Class<?> module, Map<String, String> resources) {
    Map<String, String> mapped =
        resources.entrySet().stream()
            .collect(Collectors.toMap(each -> prefix + each.getKey(), Map.Entry::getValue));
    context
        .addServlet("files of " + module.getSimpleName(), new StaticFiles(module, mapped))
        .addMapping(mapped.keySet().toArray(String[]::new));
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    StaticFile.Form form =
        read.computeIfAbsent(
                resources.get(request.getServletPath()), name -> StaticFile.read(module, name))
            .form(values(request, "Accept-Encoding"));
    response.setHeader("ETag", form.etag());
    response.setHeader("Cache-Control", "no-cache");
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.addHeader("Vary", "Accept-Encoding");
    if (form.isIn(values(request, "If-None-Match"))) {
      response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
      return;
    }
    response.setContentType("application/json");
    response.setContentLength(form.length());
    form.encoding().ifPresent(encoding -> response.setHeader("Content-Encoding", encoding));
    if (!request.getMethod().equals("HEAD")) {
      form.writeTo(response.getOutputStream());
    }
  }

  private static List<String> values(HttpServletRequest request, String name) {
    return Collections.list(request.getHeaders(name));
  }
}
