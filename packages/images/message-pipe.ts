import type { Duplex } from 'node:stream';
import { deserialize, serialize } from 'node:v8';

/**
 * Messages between the server and a child process that reads files of strangers. The child process may have been taken
 * over, so the server does not use the channel of `fork`. Node ends a process that receives invalid bytes on the
 * channel of `fork`, and this channel accepts messages of any size. Each message is its length in four bytes, and then
 * its content.
 */

/** The file descriptor of the pipe in a child process. */
export const messageDescriptor = 3;
const lengthFieldBytes = 4;

/** Sends a message. Errors of the pipe are those of its `error` event. */
export function writeMessage(pipe: Duplex, message: unknown): void {
  if (pipe.destroyed || pipe.writableEnded) return;
  const content = serialize(message);
  const length = Buffer.alloc(lengthFieldBytes);
  length.writeUInt32LE(content.length);
  pipe.write(length);
  pipe.write(content);
}

export type MessageReceiver = {
  /** Maximum size of a message. A longer message is refused before its content is read. */
  readonly messageBytesMaximum: number;
  onMessage(message: unknown): void;
  /**
   * A function that is called once, for bytes that are no message. After invalid bytes, nothing more is read from the
   * pipe.
   */
  onInvalid(faultText: string): void;
};

/** Reads the messages of the other side of the pipe. This function does not check the content of the messages. */
export function readMessages(pipe: Duplex, { messageBytesMaximum, onMessage, onInvalid }: MessageReceiver): void {
  let chunks: Buffer[] = [];
  let size = 0;
  let length: number | undefined;
  const readBytes = (count: number): Buffer => {
    const receivedBytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size);
    chunks = [receivedBytes.subarray(count)];
    size -= count;
    return receivedBytes.subarray(0, count);
  };
  const reportInvalidMessage = (faultText: string): void => {
    chunks = [];
    pipe.off('data', receiveChunk);
    pipe.destroy();
    onInvalid(faultText);
  };
  const receiveChunk = (chunk: Buffer): void => {
    chunks.push(chunk);
    size += chunk.length;
    for (;;) {
      if (length === undefined) {
        if (size < lengthFieldBytes) return;
        length = readBytes(lengthFieldBytes).readUInt32LE();
      }
      if (length > messageBytesMaximum) {
        reportInvalidMessage('a message is too long');
        return;
      }
      if (size < length) return;
      const content = readBytes(length);
      length = undefined;
      let message: unknown;
      try {
        message = deserialize(content);
      } catch {
        reportInvalidMessage('the bytes are no message');
        return;
      }
      onMessage(message);
      if (pipe.destroyed) return;
    }
  };
  pipe.on('data', receiveChunk);
}
