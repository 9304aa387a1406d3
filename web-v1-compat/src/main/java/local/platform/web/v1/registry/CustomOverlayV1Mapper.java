package local.platform.web.v1.registry;

import java.util.Optional;
import local.platform.proto.registry.v1.ApkoConfig.Accounts;
import local.platform.proto.registry.v1.CustomOverlay;
import local.platform.proto.registry.v1.CustomOverlay.Certificates;
import local.platform.proto.registry.v1.CustomOverlay.Certificates.AdditionalEntry;
import local.platform.proto.registry.v1.ImageContents;
import local.platform.proto.registry.v1.ImageContents.RuntimeKeyringEntry;
import local.platform.registry.repo.CustomOverlay.NamedContent;
import local.platform.registry.repo.CustomOverlay.User;
import local.platform.registry.repo.CustomOverlay.UserGroup;

/** Converts overlays between the messages of version 1 and records. Empty parts are not written. */
final class CustomOverlayV1Mapper {
  private CustomOverlayV1Mapper() {}

  /** Returns an overlay as a message; empty if it adds nothing. */
  static Optional<CustomOverlay> message(local.platform.registry.repo.CustomOverlay overlay) {
    CustomOverlay.Builder message =
        CustomOverlay.newBuilder()
            .putAllEnvironment(overlay.environment())
            .putAllAnnotations(overlay.annotations());
    Optional.of(message(overlay.contents()))
        .filter(each -> each.getSerializedSize() > 0)
        .ifPresent(message::setContents);
    Optional.of(message(overlay.accounts()))
        .filter(each -> each.getSerializedSize() > 0)
        .ifPresent(message::setAccounts);
    Optional.of(message(overlay.certificates()))
        .filter(each -> each.getSerializedSize() > 0)
        .ifPresent(message::setCertificates);
    return Optional.of(message.build()).filter(each -> each.getSerializedSize() > 0);
  }

  private static ImageContents message(
      local.platform.registry.repo.CustomOverlay.ImageContents contents) {
    return ImageContents.newBuilder()
        .addAllPackages(contents.packages())
        .addAllRuntimeRepositories(contents.runtimeRepositories())
        .addAllRuntimeKeyring(
            contents.runtimeKeyring().stream()
                .map(
                    key ->
                        RuntimeKeyringEntry.newBuilder()
                            .setName(key.name())
                            .setContent(key.content())
                            .build())
                .toList())
        .build();
  }

  private static Accounts message(local.platform.registry.repo.CustomOverlay.Accounts accounts) {
    return Accounts.newBuilder()
        .setRunAs(accounts.runAs())
        .addAllUsers(accounts.users().stream().map(CustomOverlayV1Mapper::message).toList())
        .addAllGroups(accounts.groups().stream().map(CustomOverlayV1Mapper::message).toList())
        .build();
  }

  private static Accounts.User message(User user) {
    Accounts.User.Builder message =
        Accounts.User.newBuilder()
            .setUserName(user.name())
            .setUid(user.uid())
            .setGroupName(user.groupName())
            .setShell(user.shell())
            .setHomeDir(user.homeDir());
    user.gid().ifPresent(message::setGid);
    return message.build();
  }

  private static Accounts.Group message(UserGroup group) {
    return Accounts.Group.newBuilder()
        .setGroupName(group.name())
        .setGid(group.gid())
        .addAllMembers(group.members())
        .build();
  }

  private static Certificates message(
      local.platform.registry.repo.CustomOverlay.Certificates certificates) {
    return Certificates.newBuilder()
        .addAllAdditional(
            certificates.additional().stream()
                .map(
                    certificate ->
                        AdditionalEntry.newBuilder()
                            .setName(certificate.name())
                            .setContent(certificate.content())
                            .build())
                .toList())
        .addAllProviders(certificates.providers())
        .build();
  }

  /** Reads an overlay. */
  static local.platform.registry.repo.CustomOverlay overlay(CustomOverlay message) {
    return new local.platform.registry.repo.CustomOverlay(
        contents(message.getContents()),
        message.getEnvironmentMap(),
        message.getAnnotationsMap(),
        accounts(message.getAccounts()),
        certificates(message.getCertificates()));
  }

  private static local.platform.registry.repo.CustomOverlay.ImageContents contents(
      ImageContents message) {
    return new local.platform.registry.repo.CustomOverlay.ImageContents(
        message.getPackagesList(),
        message.getRuntimeRepositoriesList(),
        message.getRuntimeKeyringList().stream()
            .map(key -> new NamedContent(key.getName(), key.getContent()))
            .toList());
  }

  private static local.platform.registry.repo.CustomOverlay.Accounts accounts(Accounts message) {
    return new local.platform.registry.repo.CustomOverlay.Accounts(
        message.getRunAs(),
        message.getUsersList().stream().map(CustomOverlayV1Mapper::user).toList(),
        message.getGroupsList().stream()
            .map(
                group ->
                    new UserGroup(group.getGroupName(), group.getGid(), group.getMembersList()))
            .toList());
  }

  private static User user(Accounts.User message) {
    return new User(
        message.getUserName(),
        message.getUid(),
        message.hasGid() ? Optional.of(message.getGid()) : Optional.empty(),
        message.getGroupName(),
        message.getShell(),
        message.getHomeDir());
  }

  private static local.platform.registry.repo.CustomOverlay.Certificates certificates(
      Certificates message) {
    return new local.platform.registry.repo.CustomOverlay.Certificates(
        message.getAdditionalList().stream()
            .map(certificate -> new NamedContent(certificate.getName(), certificate.getContent()))
            .toList(),
        message.getProvidersList());
  }
}
