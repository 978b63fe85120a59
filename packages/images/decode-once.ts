import { isDomainError } from '@carhouse/domain/errors/domain-error';

/**
 * Lets uploads of the same bytes that run at one time share one decoding. The digest is made by a thread, so 5 MB do not delay
 * other requests. Nothing is kept after the decoding: memory is bounded by the uploads under way.
 */
export type DecodeOnce<T> = {
  /**
   * @param work decodes the bytes. A caller that shares the work of another one gets its result or error. When that one was
   *   refused its turn (UPLOADS_BUSY), each caller asks for a turn of their own.
   */
  run(bytes: Uint8Array, work: () => Promise<T>): Promise<T>;
};

export function createDecodeOnce<T>(): DecodeOnce<T> {
  const running = new Map<string, Promise<T>>();
  return {
    async run(bytes, work) {
      const digest = await digestOf(bytes);
      const other = running.get(digest);
      if (other !== undefined) {
        try {
          return await other;
        } catch (error) {
          if (!isDomainError(error, 'UPLOADS_BUSY')) throw error;
          return work();
        }
      }
      const own = work().finally(() => running.delete(digest));
      running.set(digest, own);
      return own;
    },
  };
}

/** SHA-256 of the bytes as hexadecimal text, made outside of the event loop. */
export async function digestOf(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');
}
