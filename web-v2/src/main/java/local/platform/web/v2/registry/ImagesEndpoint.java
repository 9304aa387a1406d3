package local.platform.web.v2.registry;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import local.platform.foundation.uid.Uid;
import local.platform.proto.registry.v2.Architectures;
import local.platform.proto.registry.v2.GetArchitecturesRequest;
import local.platform.proto.registry.v2.GetSizeRequest;
import local.platform.proto.registry.v2.ImagesProto;
import local.platform.proto.registry.v2.Size;
import local.platform.registry.image.ImageService;
import local.platform.registry.image.ImageSize;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v2.endpoint.V2;

/** Implements {@code ImagesService} of version 2 for all protocols. */
@ApplicationScoped
public class ImagesEndpoint implements Endpoint {
  private static final String REPO = "repoUid";

  @EJB private ImageService images;

  @Override
  public ServiceMethods methods() {
    return ServiceMethods.of(ImagesProto.getDescriptor(), "ImagesService", V2.VERSION)
        .on(GetArchitecturesRequest.getDefaultInstance(), this::architectures)
        .on(GetSizeRequest.getDefaultInstance(), this::size);
  }

  private Architectures architectures(Call call, GetArchitecturesRequest request) {
    Uid repo = call.requiredUid(REPO, request.getRepoUid());
    return Architectures.newBuilder()
        .addAllArchitectures(images.architectures(call.caller(), repo, request.getDigest()))
        .build();
  }

  private Size size(Call call, GetSizeRequest request) {
    Uid repo = call.requiredUid(REPO, request.getRepoUid());
    ImageSize size =
        images.size(
            call.caller(), repo, request.getDigest(), Optional.of(request.getArchitecture()));
    return Size.newBuilder().setSize(size.size()).setArchitecture(size.architecture()).build();
  }
}
