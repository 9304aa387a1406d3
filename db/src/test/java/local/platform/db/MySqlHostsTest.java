package local.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MySqlHostsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          jdbc:mysql://h/d                       | jdbc:mysql://h/d
          jdbc:mysql://h:1/d?a=b,c               | jdbc:mysql://h:1/d?a=b,c
          jdbc:mysql://a:1,b:2,c:3/d?a=b         | jdbc:mysql://a:1/d?a=b jdbc:mysql://b:2/d?a=b jdbc:mysql://c:3/d?a=b
          jdbc:mysql://[::1]:1,[::2]:2/d         | jdbc:mysql://[::1]:1/d jdbc:mysql://[::2]:2/d
          jdbc:mysql://(host=a,port=1),(host=b)/ | jdbc:mysql://(host=a,port=1)/ jdbc:mysql://(host=b)/
          jdbc:mysql://a,b                       | jdbc:mysql://a jdbc:mysql://b
          jdbc:mysql:///d                        | jdbc:mysql:///d
          """)
  void eachHostHasAUrlWithAllThatFollows(String url, String urls) {
    assertThat(MySqlHosts.urls(url)).isEqualTo(List.of(urls.split(" ", -1)));
  }
}
