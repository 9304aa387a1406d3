package local.platform.hub.imports;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/**
 * A zip, each of whose entries is a record. It is read as a stream: lengths are counted and not
 * believed, names are texts and no paths, and the directory at its end only has to be there and to
 * name as many entries as there were. Folders are left out. Encrypted entries and archives in the
 * archive are refused. A link is an entry whose content is its target, which is no record of any
 * format.
 */
final class ZipEntries implements FileRecords {
  private static final String NOUN = "entry";
  private static final String REFUSED = "UNKNOWN_FORMAT";
  private static final int BUFFER = 64 * 1024;

  private static final int FLAGS = 6;
  private static final int COMPRESSED_LENGTH = 18;
  private static final int NAME_LENGTH = 26;
  private static final int EXTRA_LENGTH = 28;
  private static final int HEAD = 30;

  private static final int IS_ENCRYPTED = 1;
  private static final int HAS_LENGTH_BEHIND = 1 << 3;
  private static final long LONG_LENGTH = 0xffff_ffffL;

  private static final int ENTRY = 0x04034b50;
  private static final int DIRECTORY_ENTRY = 0x02014b50;
  private static final int ARCHIVE_EXTRA = 0x08064b50;
  private static final int SIGNATURE = 0x05054b50;
  private static final int LONG_END = 0x06064b50;
  private static final int LONG_END_LOCATOR = 0x07064b50;
  private static final int END = 0x06054b50;

  private final FileInput file;
  private final Entries entries;
  private final byte[] buffer = new byte[BUFFER];
  private long number;
  private boolean hasEnded;

  ZipEntries(FileInput file, InputStream start) {
    this.file = file;
    this.entries = new Entries(start);
  }

  /**
   * The JDK's reader. It takes whatever it does not know for the end of the entries, and refuses to
   * pass over an encrypted one, so the head of each entry is looked at first.
   */
  private static final class Entries extends ZipInputStream {
    Entries(InputStream in) {
      // Of names that are not marked as UTF-8 every byte is a letter, so that no name is refused.
      super(in, StandardCharsets.ISO_8859_1);
    }

    /** Returns the bytes that come next, fewer at the end of the file. */
    byte[] peek(int count) throws IOException {
      byte[] next = in.readNBytes(count);
      ((PushbackInputStream) in).unread(next);
      return next;
    }

    /** Returns what is not read as entries. */
    InputStream rest() {
      return in;
    }
  }

  @Override
  public long bytesRead() {
    return file.bytesRead();
  }

  @Override
  public String noun() {
    return NOUN;
  }

  @Override
  public Optional<FileRecord> next() throws IOException {
    try {
      while (!hasEnded) {
        ByteBuffer head = littleEndian(entries.peek(HEAD));
        if (head.limit() < Integer.BYTES || head.getInt(0) != ENTRY) {
          readDirectory();
          break;
        }
        Optional<FileRecord> record = entry(head);
        if (record.isPresent()) {
          return record;
        }
      }
      return Optional.empty();
    } catch (EOFException e) {
      throw FileInput.endsEarly();
    } catch (ZipException | IllegalArgumentException e) {
      // The JDK's reader throws the latter for a name that is not what it is marked as.
      throw FileInput.damaged(e.getMessage() + ", in entry " + number);
    }
  }

  /** Reads an entry; returns empty if it is a folder, which has a name but no content. */
  private Optional<FileRecord> entry(ByteBuffer head) throws IOException {
    file.checkRecords(++number, "entries");
    if (head.limit() < HEAD) {
      throw new EOFException();
    }
    if ((head.getShort(FLAGS) & IS_ENCRYPTED) != 0) {
      return Optional.of(encrypted(head));
    }
    ZipEntry entry = entries.getNextEntry();
    if (entry == null) {
      throw new EOFException();
    }
    FileRecord record = record(name(entry.getName()));
    return entry.isDirectory() && record.isEmpty() ? Optional.empty() : Optional.of(record);
  }

  /** Returns as much of a name as an issue has: many records can wait for being stored. */
  private static String name(String whole) {
    return ImportIssue.cut(whole, ImportIssue.MAX_RECORD);
  }

  private FileRecord record(String name) throws IOException {
    int limit = file.limits().record();
    RecordBytes bytes = file.newRecord();
    for (int count = entries.read(buffer); count >= 0; count = entries.read(buffer)) {
      file.countInflated(count, true);
      bytes.add(buffer, 0, count);
    }
    byte[] content = bytes.toByteArray();
    if (Magic.isZip(content) || Magic.isGzip(content)) {
      return FileRecord.refused(
          number, name, REFUSED, "an archive in an archive is not read: send it alone");
    }
    return bytes.isTooLong()
        ? FileRecord.tooLarge(number, name, NOUN, limit)
        : FileRecord.of(number, name, content);
  }

  /** Passes over an encrypted entry. */
  private FileRecord encrypted(ByteBuffer head) throws IOException {
    long length = head.getInt(COMPRESSED_LENGTH) & LONG_LENGTH;
    if ((head.getShort(FLAGS) & HAS_LENGTH_BEHIND) != 0 || length == LONG_LENGTH) {
      throw FileInput.unreadable(
          "its entry " + number + " is encrypted, and does not tell its length");
    }
    InputStream rest = entries.rest();
    rest.skipNBytes(HEAD);
    byte[] name = rest.readNBytes(Short.toUnsignedInt(head.getShort(NAME_LENGTH)));
    rest.skipNBytes(Short.toUnsignedInt(head.getShort(EXTRA_LENGTH)) + length);
    return FileRecord.refused(
        number,
        name(new String(name, StandardCharsets.ISO_8859_1)),
        REFUSED,
        "an encrypted entry cannot be read");
  }

  /**
   * Reads what follows the entries, to the end of the file. If that is anything but a directory of
   * as many entries, they may have been only some of those that the file had.
   */
  private void readDirectory() throws IOException {
    InputStream rest = entries.rest();
    long named = 0;
    for (int part = number(rest); part != END; part = number(rest)) {
      switch (part) {
        case DIRECTORY_ENTRY -> {
          named++;
          ByteBuffer head = read(rest, 42);
          rest.skipNBytes(
              (long) Short.toUnsignedInt(head.getShort(24))
                  + Short.toUnsignedInt(head.getShort(26))
                  + Short.toUnsignedInt(head.getShort(28)));
        }
        case ARCHIVE_EXTRA -> rest.skipNBytes(number(rest) & LONG_LENGTH);
        case SIGNATURE -> rest.skipNBytes(Short.toUnsignedInt(read(rest, 2).getShort(0)));
        case LONG_END -> rest.skipNBytes(Math.max(0, read(rest, 8).getLong(0)));
        case LONG_END_LOCATOR -> rest.skipNBytes(16);
        default -> throw new ZipException("something else follows");
      }
    }
    rest.skipNBytes(Short.toUnsignedInt(read(rest, 18).getShort(16)));
    if (rest.read() >= 0) {
      throw new ZipException("something else follows the end");
    }
    if (named != number) {
      throw new ZipException("the directory names " + named + " entries, and there are " + number);
    }
    file.checkLength();
    hasEnded = true;
  }

  private static int number(InputStream in) throws IOException {
    return read(in, Integer.BYTES).getInt(0);
  }

  private static ByteBuffer read(InputStream in, int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException();
    }
    return littleEndian(bytes);
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
