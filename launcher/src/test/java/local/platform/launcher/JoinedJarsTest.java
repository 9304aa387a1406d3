package local.platform.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JoinedJarsTest {
  private static final String MANIFEST = "META-INF/MANIFEST.MF";

  @TempDir private Path directory;

  @Test
  void aClassLoaderFindsWhatIsInAnyOfThem() throws IOException {
    List<String> joined =
        join(
            Map.of("one/", "", "one/A.class", "a", "one/a.txt", "a"), Map.of("other/B.class", "b"));

    assertThat(joined).containsExactly("libraries-01.jar");
    assertThat(found(joined, "one/")).containsExactly("");
    assertThat(found(joined, "one/A.class")).containsExactly("a");
    assertThat(found(joined, "one/a.txt")).containsExactly("a");
    assertThat(found(joined, "other/B.class")).containsExactly("b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "META-INF/services/a.Service",
        "META-INF/hk2-locator/default",
        "META-INF/loggerinfo/a.properties",
        "META-INF/logmessages/a.properties"
      })
  void listsArePutOneAfterTheOther(String name) throws IOException {
    assertThat(found(join(Map.of(name, "one"), Map.of(name, "other\n")), name))
        .containsExactly("one\nother\n\n");
  }

  @Test
  void ofClassesTheFirstIsFound() throws IOException {
    List<String> joined = join(Map.of("a/A.class", "first"), Map.of("a/A.class", "second"));

    assertThat(joined).hasSize(1);
    assertThat(found(joined, "a/A.class")).containsExactly("first");
  }

  @Test
  void resourcesWithTheSameNameAndOtherContentAreAllFoundInTheirOrder() throws IOException {
    List<String> joined =
        join(
            Map.of("jndi.properties", "first"),
            Map.of("other.txt", "other"),
            Map.of("jndi.properties", "second", "META-INF/services/a.Service", "a"),
            Map.of("META-INF/services/a.Service", "b"));

    assertThat(joined).containsExactly("libraries-01.jar", "libraries-02.jar");
    assertThat(found(joined, "jndi.properties")).containsExactly("first", "second");
    assertThat(found(joined, "META-INF/services/a.Service")).containsExactly("a\nb\n");
  }

  @Test
  void resourcesWithTheSameNameAndContentAreFoundOnce() throws IOException {
    List<String> joined = join(Map.of("a.properties", "a"), Map.of("a.properties", "a"));

    assertThat(joined).hasSize(1);
    assertThat(found(joined, "a.properties")).containsExactly("a");
  }

  @Test
  void documentsDifferWithoutFurtherJars() throws IOException {
    List<String> joined =
        join(
            Map.of("META-INF/LICENSE.txt", "one", "META-INF/maven/pom.xml", "one"),
            Map.of("META-INF/LICENSE.txt", "other", "META-INF/maven/pom.xml", "other"));

    assertThat(joined).hasSize(1);
    assertThat(found(joined, "META-INF/LICENSE.txt")).containsExactly("one");
  }

  @Test
  void whatDescribesAJarItselfIsLeftOut() throws IOException {
    List<String> joined =
        join(
            Map.of(
                MANIFEST,
                "Manifest-Version: 1.0\n\n",
                "META-INF/INDEX.LIST",
                "JarIndex-Version: 1.0\n",
                "META-INF/KEY.SF",
                "signature",
                "META-INF/KEY.RSA",
                "signature",
                "module-info.class",
                "module",
                "a.txt",
                "a"));

    try (JarFile jar = new JarFile(directory.resolve(joined.get(0)).toFile())) {
      assertThat(jar.stream().map(Object::toString)).containsExactly("a.txt");
    }
  }

  @Test
  void aMultiReleaseJarGivesWhatIsForThisJdk() throws IOException {
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put(MANIFEST, "Manifest-Version: 1.0\nMulti-Release: true\n\n");
    entries.put("a/A.class", "for all");
    entries.put("META-INF/versions/17/a/A.class", "for 17");
    entries.put("META-INF/versions/9999/a/A.class", "for 9999");
    entries.put("META-INF/versions/17/a/B.class", "only for 17");

    List<String> joined = join(entries);

    assertThat(found(joined, "a/A.class")).containsExactly("for 17");
    assertThat(found(joined, "a/B.class")).containsExactly("only for 17");
  }

  @SafeVarargs
  private List<String> join(Map<String, String>... jars) throws IOException {
    JoinedJars joined = new JoinedJars(directory);
    try (joined) {
      for (Map<String, String> jar : jars) {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        jar.forEach((name, content) -> entries.put(name, Jars.text(content)));
        joined.add(Files.write(directory.resolve("library.jar"), Jars.of(entries)));
      }
    }
    return joined.names();
  }

  /** Returns the contents of all resources of this name that a class loader finds. */
  private List<String> found(List<String> classPath, String name) throws IOException {
    URL[] urls = new URL[classPath.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = directory.resolve(classPath.get(i)).toUri().toURL();
    }
    List<String> contents = new ArrayList<>();
    try (URLClassLoader loader = new URLClassLoader(urls, null)) {
      for (URL url : Collections.list(loader.getResources(name))) {
        try (var content = url.openStream()) {
          contents.add(new String(content.readAllBytes(), StandardCharsets.UTF_8));
        }
      }
    }
    return contents;
  }
}
