import { createHash } from 'node:crypto';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export type UploadOptions = {
  /** Name of the only multipart field that is accepted. */
  readonly field: string;
  /** Maximum size of the file, in bytes. */
  readonly limit: number;
  /** Maximum duration of a file upload in milliseconds (docs/reliability.md, limits). */
  readonly durationMaximumMs: number;
  /** Milliseconds at the start of an upload during which the upload may be slower than the minimum speed. */
  readonly graceMs: number;
};

/** Minimum average speed of an upload in bytes per second. At this speed 5 MB would take 20 minutes. */
const slowestBytesPerSecond = 4 * 1024;
const speedChecksPerGracePeriod = 20;
/** Maximum number of bytes of a refused body that the server still reads. */
const unreadByteCountMaximum = 1024 * 1024;
/** Milliseconds for which the connection stays open after a refusal, so that the client can read the answer. */
const leftoverReadMs = 5_000;

/** Enables multipart bodies in this Fastify scope; other scopes refuse them as an unsupported media type (415). */
export async function registerUploads(app: FastifyInstance, options: UploadOptions): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fileSize: options.limit,
      files: 2,
      fields: 2,
      parts: 3,
      fieldNameSize: 100,
      fieldSize: 1024,
      headerPairs: 20,
    },
  });
}

/**
 * Reads the single file of a multipart body into memory, so nothing remains on disk when the client disconnects. Reading
 * stops with the first byte beyond the limit.
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT, BAD_REQUEST for a truncated or malformed
 * multipart body, INVALID for a field of another name.
 */
export async function readUpload(request: FastifyRequest, reply: FastifyReply, options: UploadOptions): Promise<File> {
  return streamUpload(request, reply, options, async (stream) => makeFile(await collectBytes(stream), options.field));
}

/**
 * Does what `readUpload` does, for a file that is not kept in memory: `receive` receives its bytes as they arrive. A malformed
 * body rejects the whole call, even when `receive` has finished.
 */
export async function streamUpload<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  options: UploadOptions,
  receive: (stream: Readable, fileName: string) => Promise<T>,
): Promise<T> {
  if (request.raw.destroyed && !request.raw.complete) throw new DomainError('BAD_REQUEST');
  // Without this call Node would read a whole body after an early response, however large it is.
  request.raw.read(0);
  reply.raw.once('finish', () => keepConnectionOpen(request));
  if (!request.isMultipart()) throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
  const contentLengthBytes = Number(request.headers['content-length'] ?? 0);
  // The multipart boundaries and headers add some bytes to the size of the file.
  if (contentLengthBytes > options.limit + 16 * 1024) throw new DomainError('PAYLOAD_TOO_LARGE');
  const speedWatch = watchSpeed(request, options);
  try {
    return await Promise.race([
      readParts(request, options, receive),
      speedWatch.tooSlowPromise,
      speedWatch.cutOffPromise,
    ]);
  } finally {
    speedWatch.end();
  }
}

async function readParts<T>(
  request: FastifyRequest,
  options: UploadOptions,
  receive: (stream: Readable, fileName: string) => Promise<T>,
): Promise<T> {
  let foundFile: { readonly resultOfFile: T } | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file' || part.fieldname !== options.field || foundFile !== undefined) {
        if (part.type === 'file') part.file.resume();
        throw makeUnexpectedFieldError(options.field);
      }
      foundFile = { resultOfFile: await consumeFile(part.file, part.filename, receive) };
    }
  } catch (error) {
    throw error instanceof DomainError ? error : toUploadError(error, options.field);
  }
  if (foundFile === undefined) throw makeUnexpectedFieldError(options.field);
  return foundFile.resultOfFile;
}

/**
 * Returns the file together with a hash of its content. This hash identifies the file in the fingerprint of the
 * request.
 */
function makeFile(bytes: Buffer<ArrayBuffer>, name: string): File {
  const hash = createHash('sha256').update(bytes).digest('base64url');
  return Object.defineProperty(new File([bytes], name), 'toJSON', { value: () => hash });
}

/**
 * Passes the file's stream to `receive`, and checks the size limit afterwards: the stream of a file that is too large ends
 * without an error.
 */
async function consumeFile<T>(
  stream: MultipartFile['file'],
  fileName: string,
  receive: (stream: Readable, fileName: string) => Promise<T>,
): Promise<T> {
  const tooLargeDeferred = Promise.withResolvers<never>();
  if (stream.truncated) throw new DomainError('PAYLOAD_TOO_LARGE');
  stream.once('limit', () => tooLargeDeferred.reject(new DomainError('PAYLOAD_TOO_LARGE')));
  const fileResultPromise = receive(stream, fileName);
  // Only one of the two promises is awaited. Without this handler, Node would report a rejection of the promise that
  // nobody awaits as unhandled.
  fileResultPromise.catch(() => {});
  tooLargeDeferred.promise.catch(() => {});
  return Promise.race([fileResultPromise, tooLargeDeferred.promise]);
}

async function collectBytes(stream: Readable): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function makeUnexpectedFieldError(field: string): DomainError {
  const message = `One file is taken, in the part "${field}"`;
  return new DomainError('INVALID', { errors: [{ path: field, code: 'required', message }] });
}

function toUploadError(error: unknown, field: string): DomainError {
  const { code } = error as { readonly code?: string };
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT')
    return makeUnexpectedFieldError(field);
  return new DomainError('BAD_REQUEST', { cause: error });
}

/** Cancels an upload that is too slow or too long, or whose client has disconnected. */
function watchSpeed(
  request: FastifyRequest,
  { durationMaximumMs, graceMs }: UploadOptions,
): {
  readonly tooSlowPromise: Promise<never>;
  readonly cutOffPromise: Promise<never>;
  end(): void;
} {
  const startedAt = performance.now();
  const bytesReadBefore = request.raw.socket.bytesRead;
  const tooSlowDeferred = Promise.withResolvers<never>();
  const cutOffDeferred = Promise.withResolvers<never>();
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - startedAt;
    const bytes = request.raw.socket.bytesRead - bytesReadBefore;
    const isTooSlow = elapsedMs > graceMs && (bytes * 1000) / elapsedMs < slowestBytesPerSecond;
    if (isTooSlow || elapsedMs > durationMaximumMs) tooSlowDeferred.reject(new DomainError('REQUEST_TIMEOUT'));
  }, graceMs / speedChecksPerGracePeriod);
  const onClose = (): void => {
    if (!request.raw.complete) cutOffDeferred.reject(new DomainError('BAD_REQUEST'));
  };
  request.raw.once('close', onClose);
  // The caller receives only the first rejection. Without this handler, Node would report a later rejection as
  // unhandled.
  tooSlowDeferred.promise.catch(() => {});
  cutOffDeferred.promise.catch(() => {});
  return {
    tooSlowPromise: tooSlowDeferred.promise,
    cutOffPromise: cutOffDeferred.promise,
    end: () => {
      clearInterval(timer);
      request.raw.off('close', onClose);
    },
  };
}

/**
 * Keeps the connection open for a while after a response that was sent before the whole body was read. Closing a
 * connection with unread bytes resets it, and the client may then lose the response. The server therefore ends its side
 * of the connection and reads a few more bytes. The server closes the connection when the client has closed its side or
 * `leftoverReadMs` has passed.
 */
function keepConnectionOpen(request: FastifyRequest): void {
  const { raw } = request;
  if (raw.complete || raw.readableEnded) return;
  const { socket } = raw;
  // A request made by `inject` in a test has no connection.
  if (!(socket instanceof Socket)) return;
  const bytesReadBeforeResponse = socket.bytesRead;
  const timer = setTimeout(() => socket.destroy(), leftoverReadMs);
  socket.once('close', () => clearTimeout(timer));
  raw.unpipe();
  raw.on('data', () => {
    if (socket.bytesRead - bytesReadBeforeResponse > unreadByteCountMaximum) raw.pause();
  });
  raw.once('end', () => {
    clearTimeout(timer);
    socket.destroy();
  });
  raw.resume();
  socket.end();
}
