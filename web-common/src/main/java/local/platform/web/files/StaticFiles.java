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
 * Serves the files of a web module. Each has an entity tag for each of its forms, and is asked for
 * again ({@code no-cache}) unless its {@link FileSet} tells otherwise. Whoever passes a request to
 * it has checked the method: GET and HEAD only.
 */
public final class StaticFiles extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private final transient Class<?> module;
  private final transient Map<String, Served> files;

  /** The resources that were asked for, so that a start reads none. */
  private final transient Map<Served, StaticFile> read = new ConcurrentHashMap<>();

  /** A resource, with what is sent with it, and what is sent in the place of what is in it. */
  private record Served(
      String resource, Map<String, String> headers, Map<String, String> replacements) {}

  private StaticFiles(Class<?> module, Map<String, Served> files) {
    this.module = module;
    this.files = Map.copyOf(files);
  }

  /**
   * Serves the files of a module.
   *
   * @param context the application that the module is, or is a part of
   * @param prefix what comes before the paths in this application; empty for nothing
   * @param module a class that finds the resources: one of the module, or of any other whose class
   *     loader sees them
   * @param sets the files, of which no two have the same path
   * @throws IllegalStateException if two have the same path
   */
  public static void serve(
      ServletContext context, String prefix, Class<?> module, List<FileSet> sets) {
    Map<String, Served> files =
        sets.stream()
            .flatMap(
                set ->
                    set.resources().entrySet().stream()
                        .map(
                            file ->
                                Map.entry(
                                    prefix + file.getKey(),
                                    new Served(
                                        file.getValue(), set.headers(), set.replacements()))))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    context
        .addServlet("files of " + module.getSimpleName(), new StaticFiles(module, files))
        .addMapping(files.keySet().toArray(String[]::new));
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Served served = files.get(request.getServletPath());
    StaticFile.Form form =
        read.computeIfAbsent(
                served, file -> StaticFile.read(module, file.resource(), file.replacements()))
            .form(values(request, "Accept-Encoding"));
    response.setHeader("ETag", form.etag());
    response.setHeader("Cache-Control", "no-cache");
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.addHeader("Vary", "Accept-Encoding");
    served.headers().forEach(response::setHeader);
    if (form.isIn(values(request, "If-None-Match"))) {
      response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
      return;
    }
    response.setContentType(MediaTypes.of(served.resource()));
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
