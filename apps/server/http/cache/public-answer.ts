import type { OutgoingHttpHeaders } from 'node:http';
import type { Call, CallInput, CallReply } from '@carhouse/contract/call';
import { type ContentCoding, compressBytes } from '../routing/content-coding.ts';
import { computeTag } from './entity-tag.ts';
import { SharedValue } from './shared-value.ts';
import { WrittenJson } from './written-json.ts';

/** A response whose body is already serialised as JSON. */
export type SerializedBody<Reply> = Reply extends { readonly body: infer Body }
  ? Omit<Reply, 'body'> & { readonly body: WrittenJson<Body> }
  : never;

/** A handler whose response is the same for all users. The handler receives no data that identifies a visitor. */
export type PublicHandler<C extends Call> = (
  input: Pick<CallInput<C>, 'params' | 'query'>,
) => Promise<CallReply<C> | SerializedBody<CallReply<C>>>;

type EncodedAnswer = { readonly headers: OutgoingHttpHeaders; readonly body: Buffer };

/**
 * A successful response of a handler that received neither the user nor the request. Only responses of this class are
 * cached. A refusal by a limit, an error response and a response for one user are never cached.
 */
export class PublicAnswer extends SharedValue {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  #etag: string | undefined;
  /** The body in each content coding. A compressed body is made when the first client asks for its coding. */
  readonly #variants = new Map<ContentCoding | undefined, EncodedAnswer | Promise<EncodedAnswer>>();

  private constructor(bytes: Buffer, headers: Readonly<Record<string, string>>) {
    super();
    this.bytes = bytes;
    this.headers = headers;
  }

  /** @param serialize serialises the body by the schema of the call. */
  static async create<C extends Call>(
    handler: PublicHandler<C>,
    input: Pick<CallInput<C>, 'params' | 'query'>,
    serialize: (body: unknown) => string,
  ): Promise<PublicAnswer> {
    const { body, headers = {} } = await handler(input);
    return new PublicAnswer(body instanceof WrittenJson ? body.bytes : Buffer.from(serialize(body)), headers);
  }

  /** Size in memory of the body and its compressed copies, in bytes. A compressed copy counts as large as the body. */
  get size(): number {
    return 2 * this.bytes.length + 1;
  }

  get etag(): string {
    this.#etag ??= computeTag(this.bytes);
    return this.#etag;
  }

  /**
   * Returns `olderAnswer` when it has the same bytes as this response, because `olderAnswer` may already be compressed.
   * Returns this response when the bytes differ.
   */
  reuseIfEqual(olderAnswer: PublicAnswer | undefined): PublicAnswer {
    return olderAnswer?.etag === this.etag && olderAnswer.headers.link === this.headers.link ? olderAnswer : this;
  }

  /** @param sharedHeaders headers that every response of this app has. @param coding undefined for uncompressed bytes. */
  encodeAnswer(
    sharedHeaders: OutgoingHttpHeaders,
    coding: ContentCoding | undefined,
  ): EncodedAnswer | Promise<EncodedAnswer> {
    const storedVariant = this.#variants.get(coding);
    if (storedVariant !== undefined) return storedVariant;
    const storeVariant = (body: Buffer, encoding: OutgoingHttpHeaders): EncodedAnswer => {
      const headers = { ...sharedHeaders, ...this.headersWithTag, ...encoding, 'content-length': body.length };
      this.#variants.set(coding, { headers, body });
      return { headers, body };
    };
    if (coding === undefined) return storeVariant(this.bytes, {});
    const compressionPromise = compressBytes(this.bytes, coding).then((body) =>
      storeVariant(body, { 'content-encoding': coding }),
    );
    this.#variants.set(coding, compressionPromise);
    compressionPromise.catch(() => this.#variants.delete(coding));
    return compressionPromise;
  }

  /** The headers of this response, with its entity tag. */
  get headersWithTag(): OutgoingHttpHeaders {
    return { ...this.headers, etag: this.etag };
  }
}
