import { S3mini } from 's3mini';

export type Bucket = {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/**
 * The key of an image that does not exist. A request for the missing image shows whether the bucket responds and the
 * access key is accepted.
 */
const missingImageKey = `pictures/${'0'.repeat(64)}-480.webp`;

/**
 * Requests an image that does not exist. Nothing is written.
 * @param timeout in milliseconds.
 * @returns the HTTP status: 404 when the bucket works, or 403 when the access key may not list the bucket.
 * @throws Error when the bucket does not respond.
 */
export async function probeBucket({ endpoint, bucket, ...access }: Bucket, timeout: number): Promise<number> {
  let status: number | undefined;
  const client = new S3mini({
    ...access,
    endpoint: `${endpoint.replace(/\/$/, '')}/${bucket}`,
    fetch: async (input, init) => {
      const answer = await fetch(input, { ...init, signal: AbortSignal.timeout(timeout) });
      ({ status } = answer);
      return answer;
    },
  });
  try {
    const answer = await client.getObjectResponse(missingImageKey);
    await answer?.body?.cancel();
  } catch (error) {
    // An HTTP error has a status; a network error has none.
    if (status === undefined) throw error;
  }
  return status ?? 404;
}
