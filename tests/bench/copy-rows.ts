import { Writable } from 'node:stream';
import type pg from 'pg';

/** What the driver's connection can do for COPY; its types leave it out. */
type CopyConnection = {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
  readonly stream: { readonly writableNeedDrain: boolean; once(event: 'drain' | 'close', then: () => void): void };
};

/**
 * `COPY … FROM STDIN` over a connection of its own: what is written to the stream goes to the server. The driver hands the
 * answers of the server to the methods of the submitted object.
 *
 * @returns the stream, and a promise of the end of the statement.
 */
export function openCopy(client: pg.Client, text: string): { readonly stream: Writable; readonly done: Promise<void> } {
  const ready = Promise.withResolvers<CopyConnection>();
  const ended = Promise.withResolvers<void>();
  // Whoever writes sees the fault of a statement that was refused at once; nobody may be left with an unheard one.
  ready.promise.catch(() => {});
  client.query({
    submit: (connection: pg.Connection) => (connection as unknown as CopyConnection).query(text),
    handleCopyInResponse: (connection: CopyConnection) => ready.resolve(connection),
    handleError: (error: Error) => {
      ready.reject(error);
      ended.reject(error);
    },
    handleCommandComplete: () => {},
    handleReadyForQuery: () => ended.resolve(),
  } as pg.Submittable);
  const stream = new Writable({
    highWaterMark: 1 << 20,
    write: (chunk: Buffer, _encoding, then) => {
      ready.promise.then((connection) => {
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) connection.stream.once('drain', () => then());
        else then();
      }, then);
    },
    final: (then) => {
      ready.promise.then((connection) => {
        connection.endCopyFrom();
        then();
      }, then);
    },
  });
  return { stream, done: ended.promise };
}
