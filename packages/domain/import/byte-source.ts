/** Bytes that can be read from any offset: a file, or parts of one in the database. */
export type ByteSource = {
  readonly size: number;
  /** Fewer bytes than asked for only at the end. */
  read(position: number, length: number): Promise<Uint8Array>;
};
