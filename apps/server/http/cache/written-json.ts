/**
 * A response body that is already JSON. Made with `writerOf` the schema of its call, or by naming each field, so that
 * only declared fields are sent; a test compares it with the schema.
 */
export class WrittenJson<Body> {
  readonly bytes: Buffer;
  /** Exists only for the type check: no call can return the body of another call. */
  declare readonly stands: Body;

  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }
}
