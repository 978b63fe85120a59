import { join } from 'node:path';
import { createDiskImageStore } from '@carhouse/images/disk-image-store';
import type { ImageStore } from '@carhouse/images/image-store';
import { createS3ImageStore } from '@carhouse/images/s3-image-store';
import type { Config } from '../config.ts';

/** Where images are stored: in a folder of the data directory, or in the bucket of the configuration. */
export function openImages(config: Config): ImageStore {
  if (config.images.kind === 'disk') return createDiskImageStore(join(config.dataDir, 'images'));
  return createS3ImageStore(config.images);
}
