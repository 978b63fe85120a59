/**
 * A response body that is already serialised as JSON. The text is written by `makeJsonWriter` with the schema of its call, or
 * by code that names each field, so that only declared fields are sent. A test compares such texts with the schema.
 */
export class WrittenJson<Body> {
  readonly bytes: Buffer;
  /** This field exists only for the type check: no call can return the body of another call. */
  declare readonly serializedBodyType: Body;

  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }
}
