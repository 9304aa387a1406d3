package local.platform.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import local.platform.contract.testing.Directories;
import local.platform.tool.CommandLine;
import local.platform.tool.InstalledTool;
import org.opentest4j.TestAbortedException;

/**
 * The newest release of this server: that of the newest annotated tag before the commit that is
 * checked out, or, without tags, the one that is named here. It is built once on each machine, from
 * what the clone has of it, and kept in the cache of the build.
 */
final class ReleasedVersion {
  /** The commit of the newest release, v0.1.0, for clones that do not have its tag. */
  private static final String NEWEST_RELEASE = "e0a70d157b5ab15f7fa77bf0bea3890d50fe59e1";

  private static final String ARCHIVE = "platform.jar";

  private final Path git;
  private final Path sources;
  private final Path printed;

  private ReleasedVersion(Path git, Path sources, Path printed) {
    this.git = git;
    this.sources = sources;
    this.printed = printed;
  }

  /**
   * Returns its {@code platform.jar}. The first caller builds it, while others wait.
   *
   * @param sources the root of the clone of this repository
   * @param cache the directory of what builds keep
   * @throws TestAbortedException if there is no clone, or its history cannot be had
   */
  static synchronized Path jar(Path sources, Path cache) throws IOException, InterruptedException {
    Path git = InstalledTool.require("git", "git");
    if (Files.notExists(sources.resolve(".git"))) {
      throw new TestAbortedException(
          "the version before this one is built from the history, which "
              + sources
              + " does not have; run the tests in a clone of the repository");
    }
    Path releases = Files.createDirectories(cache.resolve("releases").toAbsolutePath());
    try (FileChannel channel =
        FileChannel.open(
            releases.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.lock(); // against other processes, until the channel is closed
      Path unfinished = releases.resolve("unfinished");
      Directories.delete(unfinished); // by a build that was killed
      Files.createDirectory(unfinished);
      ReleasedVersion released = new ReleasedVersion(git, sources, unfinished);
      String commit = released.commit();
      Path jar = releases.resolve(commit).resolve(ARCHIVE);
      if (Files.notExists(jar)) {
        Path built = released.build(commit);
        Files.createDirectories(jar.getParent());
        Files.move(built, jar, StandardCopyOption.ATOMIC_MOVE);
      }
      Directories.delete(unfinished);
      return jar;
    }
  }

  /** Returns the full id of its commit, which is in the clone. */
  private String commit() throws IOException, InterruptedException {
    if (git("rev-parse", "--is-shallow-repository").strip().equals("true")) {
      fetchHistory();
    }
    // Tags that are not annotated have no commit in this form.
    return git(
            "for-each-ref",
            "--merged=HEAD",
            "--no-contains=HEAD",
            "--sort=-*committerdate",
            "--format=%(*objectname)",
            "refs/tags")
        .lines()
        .filter(Predicate.not(String::isEmpty))
        .findFirst()
        .orElse(NEWEST_RELEASE);
  }

  private void fetchHistory() throws IOException, InterruptedException {
    try {
      git("fetch", "--quiet", "--unshallow", "--tags", "origin");
    } catch (AssertionError e) {
      throw new TestAbortedException(
          "the version before this one is built from the history, which this clone does not have:"
              + " git fetch --unshallow --tags\n"
              + e.getMessage());
    }
  }

  private Path build(String commit) throws IOException, InterruptedException {
    Path archive = printed.resolve("sources.tar");
    try {
      git("archive", "--format=tar", "--output=" + archive, commit);
    } catch (AssertionError e) {
      throw new TestAbortedException("the history does not have the version before this one", e);
    }
    Path tree = Files.createDirectory(printed.resolve("sources"));
    CommandLine.run(tree, printed, Map.of(), "tar", "-xf", archive.toString());
    // As ./run does, and without the checks, which that version has passed.
    CommandLine.run(
        tree,
        printed,
        Map.of("JAVA_HOME", System.getProperty("java.home")),
        "./mvnw",
        "-B",
        "-q",
        "-Prun,-checks",
        "package",
        "-pl",
        "ear",
        "-am");
    return tree.resolve("ear/target").resolve(ARCHIVE);
  }

  private String git(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(git.toString()));
    command.addAll(Arrays.asList(arguments));
    return CommandLine.run(
        sources, printed, Map.of("GIT_TERMINAL_PROMPT", "0"), command.toArray(String[]::new));
  }
}
