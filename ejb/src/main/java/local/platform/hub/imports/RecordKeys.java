package local.platform.hub.imports;

import java.util.Arrays;

/**
 * A set of the keys of records. It holds them in an array of numbers, so that millions of them need
 * little memory: 8 MB for half a million.
 */
public final class RecordKeys {
  private static final int FIRST_CAPACITY = 1 << 10;

  /** The keys, each at the first free place from where its bits lead; 0 is a free place. */
  private long[] table = new long[FIRST_CAPACITY];

  private boolean hasZero;
  private int size;

  /** Adds a key, and returns whether it is new. */
  public boolean add(long key) {
    if (key == 0) {
      boolean isNew = !hasZero;
      hasZero = true;
      return isNew;
    }
    if (size * 3L > table.length * 2L) {
      grow();
    }
    int place = place(key);
    if (table[place] == key) {
      return false;
    }
    table[place] = key;
    size++;
    return true;
  }

  /** Returns whether a key was added. */
  public boolean contains(long key) {
    return key == 0 ? hasZero : table[place(key)] == key;
  }

  private int place(long key) {
    int mask = table.length - 1;
    int place = (int) (key ^ (key >>> 32)) & mask;
    while (table[place] != 0 && table[place] != key) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void grow() {
    long[] before = table;
    table = new long[before.length * 2];
    Arrays.stream(before).filter(key -> key != 0).forEach(key -> table[place(key)] = key);
  }
}
