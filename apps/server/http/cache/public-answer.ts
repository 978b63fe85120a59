import type { Call, CallInput, CallReply } from '@carhouse/contract/call';
import { WrittenJson } from './written-json.ts';

/** The same answer, written already. */
export type Written<Reply> = Reply extends { readonly body: infer Body }
  ? Omit<Reply, 'body'> & { readonly body: WrittenJson<Body> }
  : never;

/** Makes the answer that is the same for everybody. It is given nothing that tells one visitor from another. */
export type PublicHandler<C extends Call> = (
  input: Pick<CallInput<C>, 'params' | 'query'>,
) => Promise<CallReply<C> | Written<CallReply<C>>>;

/**
 * A successful answer of a handler that knew of no person and of no request: the only kind that caches keep. What was
 * limited, failed or was made for one person never becomes one.
 */
export class PublicAnswer {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;

  private constructor(bytes: Buffer, headers: Readonly<Record<string, string>>) {
    this.bytes = bytes;
    this.headers = headers;
  }

  /** @param write turns the body into JSON by the schema of the call. */
  static async of<C extends Call>(
    handler: PublicHandler<C>,
    input: Pick<CallInput<C>, 'params' | 'query'>,
    write: (body: unknown) => string,
  ): Promise<PublicAnswer> {
    const { body, headers = {} } = await handler(input);
    return new PublicAnswer(body instanceof WrittenJson ? body.bytes : Buffer.from(write(body)), headers);
  }
}
