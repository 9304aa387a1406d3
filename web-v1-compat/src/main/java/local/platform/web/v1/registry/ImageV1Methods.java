package local.platform.web.v1.registry;

import java.util.Optional;
import local.platform.foundation.uid.Uid;
import local.platform.proto.registry.v1.ArchRequest;
import local.platform.proto.registry.v1.Archs;
import local.platform.proto.registry.v1.ImageConfig;
import local.platform.proto.registry.v1.ImageConfig.ExposedPort;
import local.platform.proto.registry.v1.ImageConfig.Volume;
import local.platform.proto.registry.v1.ImageConfigRequest;
import local.platform.proto.registry.v1.ManifestDigestCount;
import local.platform.proto.registry.v1.ManifestDigestCountFilter;
import local.platform.proto.registry.v1.Size;
import local.platform.proto.registry.v1.SizeRequest;
import local.platform.registry.image.ImageService;
import local.platform.registry.image.ImageSize;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.ServiceMethods;

/**
 * The methods for images.
 *
 * @param images answers them
 */
record ImageV1Methods(ImageService images) {
  private static final String REPO = "repoId";

  /** Adds these methods to their service, and returns the service. */
  ServiceMethods addTo(ServiceMethods methods) {
    return methods
        .on(ArchRequest.getDefaultInstance(), this::architectures)
        .on(SizeRequest.getDefaultInstance(), this::size)
        .on(ImageConfigRequest.getDefaultInstance(), this::config)
        .on(ManifestDigestCountFilter.getDefaultInstance(), this::count);
  }

  private Archs architectures(Call call, ArchRequest request) {
    Uid repo = call.requiredUid(REPO, request.getRepoId());
    return Archs.newBuilder()
        .addAllArchs(images.architectures(call.caller(), repo, request.getDigest()))
        .build();
  }

  private Size size(Call call, SizeRequest request) {
    Uid repo = call.requiredUid(REPO, request.getRepoId());
    ImageSize size =
        images.size(call.caller(), repo, request.getDigest(), Optional.of(request.getArch()));
    return Size.newBuilder().setSize(size.size()).setArch(size.architecture()).build();
  }

  private ImageConfig config(Call call, ImageConfigRequest request) {
    Uid repo = call.requiredUid(REPO, request.getRepoId());
    return message(
        images.config(call.caller(), repo, request.getDigest(), Optional.of(request.getArch())));
  }

  private static ImageConfig message(local.platform.registry.image.ImageConfig config) {
    ImageConfig.Builder message =
        ImageConfig.newBuilder()
            .setUser(config.user())
            .addAllEnv(config.env())
            .addAllEntrypoint(config.entrypoint())
            .addAllCmd(config.cmd())
            .setWorkingDir(config.workingDir())
            .putAllLabels(config.labels())
            .setStopSignal(config.stopSignal());
    config
        .exposedPorts()
        .forEach(port -> message.putExposedPorts(port, ExposedPort.getDefaultInstance()));
    config
        .volumes()
        .forEach(directory -> message.putVolumes(directory, Volume.getDefaultInstance()));
    return message.build();
  }

  private ManifestDigestCount count(Call call, ManifestDigestCountFilter request) {
    Uid parent = call.requiredUid("parentId", request.getParentId());
    return ManifestDigestCount.newBuilder().setCount(images.count(call.caller(), parent)).build();
  }
}
