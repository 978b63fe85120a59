import { join } from 'node:path';
import { createDiskImageStore } from '@carhouse/images/disk-image-store';
import type { ImageStore } from '@carhouse/images/image-store';
import { createS3ImageStore } from '@carhouse/images/s3-image-store';
import type { Config } from '../config.ts';

/** Opens the configured image store: a folder of the data directory, or a bucket. */
export function openImageStore(config: Config): ImageStore {
  if (config.images.kind === 'disk') return createDiskImageStore(join(config.dataDir, 'images'));
  return createS3ImageStore(config.images);
}
