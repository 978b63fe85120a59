import type { UploadedImage } from '@carhouse/contract/images';
import { imageUrl } from '@carhouse/images/image-url';
import type { PreparedImage } from '@carhouse/images/prepare-image';
import { sizeOf } from './upload-image.ts';

/** A stored image in the response format of the image-hosting service that the specification's client knows. */
export function presentUpload(picture: PreparedImage): UploadedImage {
  return {
    id: picture.key,
    url: imageUrl(picture.key, 960),
    urls: picture.variants.map(({ width }) => imageUrl(picture.key, width)),
    width: picture.width,
    height: picture.height,
    size: sizeOf(picture),
  };
}
