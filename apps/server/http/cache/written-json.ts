/**
 * A response body that is already JSON. Made with `writerOf` the schema of its call, or by naming each field, so that
 * only declared fields are sent; a test compares it with the schema.
 */
export class WrittenJson<Body> {
  readonly bytes: Buffer;
  /** For the compiler only: the body of one call cannot be returned by another. */
  declare readonly stands: Body;

  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }
}
