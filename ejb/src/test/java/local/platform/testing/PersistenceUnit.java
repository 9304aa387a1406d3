package local.platform.testing;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Tells which entities the persistence unit of the product has. */
final class PersistenceUnit {
  private PersistenceUnit() {}

  /** Returns the classes that {@code persistence.xml} names. */
  static List<Class<?>> entities() {
    try (InputStream xml = PersistenceUnit.class.getResourceAsStream("/META-INF/persistence.xml")) {
      NodeList names =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(Objects.requireNonNull(xml))
              .getElementsByTagName("class");
      List<Class<?>> entities = new ArrayList<>();
      for (int i = 0; i < names.getLength(); i++) {
        entities.add(Class.forName(names.item(i).getTextContent().trim()));
      }
      return entities;
    } catch (IOException | ParserConfigurationException | SAXException | ClassNotFoundException e) {
      throw new IllegalStateException("persistence.xml names entities that cannot be loaded", e);
    }
  }
}
