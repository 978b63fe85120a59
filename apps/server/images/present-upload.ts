import type { UploadedImage } from '@carhouse/contract/images';
import { imageUrl } from '@carhouse/images/image-url';
import type { PreparedImage } from '@carhouse/images/prepare-image';
import { sizeOf } from './upload-image.ts';

/** A stored image in the response format of the image-hosting service that the specification's client knows. */
export function presentUpload(image: PreparedImage): UploadedImage {
  return {
    id: image.key,
    url: imageUrl(image.key, 960),
    urls: image.variants.map(({ width }) => imageUrl(image.key, width)),
    width: image.width,
    height: image.height,
    size: sizeOf(image),
  };
}
