import { Readable } from 'node:stream';
import { type ImageWidth, imageWidths } from '@carhouse/domain/image/image-widths';
import { S3mini } from 's3mini';
import { type ImageStore, type ImageVariant, StoreFault } from './image-store.ts';
import { type ImageFormat, imageFormats } from './image-url.ts';
import type { S3Options } from './s3-options.ts';

/**
 * Stores images in a bucket of S3 or a compatible service: `pictures/abcdef…-960.webp`. URLs have the bucket in the
 * path, so the bucket needs no DNS name.
 */
export function createS3ImageStore({ timeout = 10_000, ...options }: S3Options): ImageStore {
  const bucket = new S3mini({
    ...options,
    endpoint: `${options.endpoint.replace(/\/$/, '')}/${options.bucket}`,
    fetch: (input, init) => fetchWithTimeout(input, init, timeout),
  });
  const makeObjectKey = (key: string, width: ImageWidth, format: ImageFormat): string =>
    `pictures/${key}-${width}.${format}`;

  async function putVariant(key: string, { width, format, bytes }: ImageVariant): Promise<void> {
    const answer = await bucket.putObject(makeObjectKey(key, width, format), bytes, `image/${format}`);
    await answer.body?.cancel();
  }

  async function removeFiles(names: readonly string[]): Promise<void> {
    for (const name of names) await bucket.deleteObject(name);
  }

  return {
    async put(key, variants) {
      const attemptedFiles: string[] = [];
      try {
        for (const variant of variants) {
          // The file is recorded before the call, because the service may store it although the response is lost.
          attemptedFiles.push(makeObjectKey(key, variant.width, variant.format));
          await putVariant(key, variant);
        }
      } catch (error) {
        const areFilesRemoved = await removeFiles(attemptedFiles).then(
          () => true,
          () => false,
        );
        throw new StoreFault(error, !areFilesRemoved && attemptedFiles.length > 1);
      }
    },
    async open(key, width, format) {
      try {
        const answer = await bucket.getObjectResponse(makeObjectKey(key, width, format));
        if (answer?.body == null) return null;
        const size = Number(answer.headers.get('content-length'));
        return { stream: Readable.fromWeb(answer.body), size };
      } catch (error) {
        throw new StoreFault(error, false);
      }
    },
    async remove(key, format) {
      const formats = format === undefined ? imageFormats : [format];
      try {
        await removeFiles(formats.flatMap((each) => imageWidths.map((width) => makeObjectKey(key, width, each))));
      } catch (error) {
        throw new StoreFault(error, true);
      }
    },
  };
}

/**
 * Fetches with a time limit. The limit covers only the response headers, because sending an image to a slow reader may
 * take longer.
 */
async function fetchWithTimeout(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  timeout: number,
): Promise<Response> {
  const abortController = new AbortController();
  const timer = setTimeout(() => abortController.abort(new Error('The store does not answer.')), timeout);
  try {
    return await fetch(input, { ...init, signal: abortController.signal });
  } finally {
    clearTimeout(timer);
  }
}
