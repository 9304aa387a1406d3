package local.platform.registry.repo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.registry.repo.CustomOverlay.Accounts;
import local.platform.registry.repo.CustomOverlay.Certificates;
import local.platform.registry.repo.CustomOverlay.ImageContents;
import local.platform.registry.repo.CustomOverlay.NamedContent;
import local.platform.registry.repo.CustomOverlay.User;
import local.platform.registry.repo.CustomOverlay.UserGroup;
import org.junit.jupiter.api.Test;

class CustomOverlayJsonTest {
  private static final CustomOverlay FULL =
      new CustomOverlay(
          new ImageContents(
              List.of("curl", "git"),
              List.of("https://packages.test"),
              List.of(new NamedContent("key.rsa.pub", "\"ä\uD83D\uDE00\n\u001f\u2028\u2029</"))),
          Map.of("b", "", "PATH", "/bin"),
          Map.of("test.example/one", "1"),
          new Accounts(
              "app",
              List.of(
                  new User("app", 1, Optional.of(0), "group", "/bin/sh", "/home"),
                  new User("b", Integer.MAX_VALUE, Optional.empty(), "", "", "")),
              List.of(new UserGroup("group", 7, List.of("app")), new UserGroup("g", 0, List.of()))),
          new Certificates(List.of(new NamedContent("ca.pem", "text")), List.of("jdk")));

  /** Rows contain this text, so it must never change. */
  @Test
  void namesAreInOrderAndWhatIsEmptyIsLeftOut() {
    assertThat(CustomOverlayJson.write(CustomOverlay.EMPTY)).isEqualTo("{}");
    assertThat(CustomOverlayJson.write(FULL))
        .isEqualTo(
            """
            {'accounts':{'groups':[{'gid':7,'members':['app'],'name':'group'},{'gid':0,'name':'g'}],\
            'runAs':'app','users':[{'gid':0,'groupName':'group','homeDir':'/home','name':'app',\
            'shell':'/bin/sh','uid':1},{'name':'b','uid':2147483647}]},\
            'annotations':{'test.example/one':'1'},\
            'certificates':{'additional':[{'content':'text','name':'ca.pem'}],'providers':['jdk']},\
            'contents':{'packages':['curl','git'],\
            'runtimeKeyring':[{'content':'\\'ä\uD83D\uDE00\\n\\u001f\\u2028\\u2029</','name':'key.rsa.pub'}],\
            'runtimeRepositories':['https://packages.test']},\
            'environment':{'PATH':'/bin','b':''}}"""
                .replace('\'', '"'));
  }

  @Test
  void whatIsWrittenIsReadBack() {
    assertThat(CustomOverlayJson.read(CustomOverlayJson.write(FULL))).isEqualTo(FULL);
    assertThat(CustomOverlayJson.read("{}")).isEqualTo(CustomOverlay.EMPTY);
  }
}
