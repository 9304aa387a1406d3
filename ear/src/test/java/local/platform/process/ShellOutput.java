package local.platform.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The output of commands in a shell.
 *
 * @param status exit status of the shell
 * @param out its standard output
 * @param err its standard error
 */
record ShellOutput(int status, String out, String err) {
  /** Runs a prepared shell to its end. */
  static ShellOutput of(ProcessBuilder shell) throws IOException, InterruptedException {
    Path out = Files.createTempFile("pasted", ".out");
    Path err = Files.createTempFile("pasted", ".err");
    try {
      int status =
          shell
              .redirectInput(new File("/dev/null"))
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start()
              .waitFor();
      return new ShellOutput(status, Files.readString(out), Files.readString(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }
}
