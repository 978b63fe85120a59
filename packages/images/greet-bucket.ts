import { S3mini } from 's3mini';

export type Bucket = {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/** A picture that nobody has: asking for it shows that the bucket answers and the key is right. */
const noImage = `pictures/${'0'.repeat(64)}-480.webp`;

/**
 * Asks a bucket for a picture that is not there; nothing is written.
 * @param timeout in milliseconds.
 * @returns the status of its answer, 404 when all is well; 403 also where the key may not list.
 * @throws Error when it does not answer.
 */
export async function greetBucket({ endpoint, bucket, ...access }: Bucket, timeout: number): Promise<number> {
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
    const answer = await client.getObjectResponse(noImage);
    await answer?.body?.cancel();
  } catch (error) {
    // A refusal has a status, and is not known otherwise.
    if (status === undefined) throw error;
  }
  return status ?? 404;
}
