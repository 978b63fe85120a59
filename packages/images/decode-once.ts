import { isDomainError } from '@carhouse/domain/errors/domain-error';

/**
 * Decodes the same bytes only once when several uploads of them arrive at the same time. The bytes are compared by a
 * digest, which a thread computes, so 5 MB do not delay other requests. No result is stored after the decoding, so
 * memory is bounded by the uploads in progress.
 */
export type DecodeOnce<T> = {
  /**
   * @param work decodes the bytes. While another call decodes the same bytes, this call waits and gets the result or
   *   the error of that call. When that other call fails with UPLOADS_BUSY, this call runs its own `work`.
   */
  run(bytes: Uint8Array, work: () => Promise<T>): Promise<T>;
};

export function createDecodeOnce<T>(): DecodeOnce<T> {
  const decodingPromisesByDigest = new Map<string, Promise<T>>();
  return {
    async run(bytes, work) {
      const digest = await computeDigest(bytes);
      const runningDecodingPromise = decodingPromisesByDigest.get(digest);
      if (runningDecodingPromise !== undefined) {
        try {
          return await runningDecodingPromise;
        } catch (error) {
          if (!isDomainError(error, 'UPLOADS_BUSY')) throw error;
          return work();
        }
      }
      const newDecodingPromise = work().finally(() => decodingPromisesByDigest.delete(digest));
      decodingPromisesByDigest.set(digest, newDecodingPromise);
      return newDecodingPromise;
    },
  };
}

/** Computes the SHA-256 of the bytes as hexadecimal text, on a thread outside of the event loop. */
export async function computeDigest(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex');
}
