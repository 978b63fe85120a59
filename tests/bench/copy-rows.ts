import { Writable } from 'node:stream';
import type pg from 'pg';

/** The methods for COPY that the driver's connection has, but that the driver's types do not contain. */
type CopyConnection = {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
  readonly stream: { readonly writableNeedDrain: boolean; once(event: 'drain' | 'close', listener: () => void): void };
};

/**
 * Opens `COPY … FROM STDIN` on a connection. Data that is written to the stream is sent to the server. The driver
 * passes the server's responses to the methods of the submitted object.
 * @returns the stream, and a promise for the end of the statement.
 */
export function openCopy(
  client: pg.Client,
  text: string,
): { readonly stream: Writable; readonly donePromise: Promise<void> } {
  const connectionResolvers = Promise.withResolvers<CopyConnection>();
  const statementEndResolvers = Promise.withResolvers<void>();
  // The writer of the stream receives the error of a refused statement. The rejection of the promise for the end of the
  // statement must be handled as well.
  connectionResolvers.promise.catch(() => {});
  client.query({
    submit: (connection: pg.Connection) => (connection as unknown as CopyConnection).query(text),
    handleCopyInResponse: (connection: CopyConnection) => connectionResolvers.resolve(connection),
    handleError: (error: Error) => {
      connectionResolvers.reject(error);
      statementEndResolvers.reject(error);
    },
    handleCommandComplete: () => {},
    handleReadyForQuery: () => statementEndResolvers.resolve(),
  } as pg.Submittable);
  const stream = new Writable({
    highWaterMark: 1 << 20,
    write: (chunk: Buffer, _encoding, onWritten) => {
      connectionResolvers.promise.then((connection) => {
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) connection.stream.once('drain', () => onWritten());
        else onWritten();
      }, onWritten);
    },
    final: (onEvent) => {
      connectionResolvers.promise.then((connection) => {
        connection.endCopyFrom();
        onEvent();
      }, onEvent);
    },
  });
  return { stream, donePromise: statementEndResolvers.promise };
}
