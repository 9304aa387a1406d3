package local.platform.foundation.paging;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row whose key is a number, and which everybody may see. */
@Entity
@Table(name = "line")
@SuppressWarnings("UnusedVariable") // the queries read them
public class LineEntity {
  @Id
  @Column(name = "line_number")
  private long lineNumber;

  private String name;

  /** For JPA. */
  protected LineEntity() {}

  long lineNumber() {
    return lineNumber;
  }
}
