/**
 * An answer that is JSON already. A person who makes one writes it with `writerOf` the schema of its call or names each field, so
 * that only declared fields leave the server; a test compares it with the schema.
 */
export class WrittenJson<Body> {
  readonly bytes: Buffer;
  /** Only for the compiler: an answer that was written for one call is no answer of another. */
  declare readonly stands: Body;

  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }
}
