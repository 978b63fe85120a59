/** Bytes that can be read from any offset, such as a file, or chunks of a file in the database. */
export type ByteSource = {
  readonly size: number;
  /** Reads `length` bytes from `position`; the result is shorter only when the source ends earlier. */
  read(position: number, length: number): Promise<Uint8Array>;
};
