import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const deflateRawAsync = promisify(deflateRaw);

/** The header of a gzip file (RFC 1952): gzip, deflate, no flags, no time, no system. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** The end of a gzip file: a final empty deflate block (RFC 1951), and space for checksum and length. */
const emptyGzipEnd = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
/**
 * Options of the compression of a part. The result ends on a byte boundary and without a final block, so that another
 * part can follow it.
 */
const partDeflateOptions = { level: 9, finishFlush: constants.Z_SYNC_FLUSH };
/**
 * Maximum number of unused buffers of one page that are stored for later responses. Under load more buffers are
 * created, which are discarded after their response.
 */
const keptCopyMaximum = 16;

/** A buffer that belongs to one response until it is released. */
export type BorrowedBytes = { readonly body: Buffer; release(): void };

export type PageBytes = {
  plain(nonce: string): BorrowedBytes;
  /**
   * Returns the page in gzip with this nonce; undefined while its parts are being compressed. The first call starts the
   * compression.
   */
  gzip(nonce: string): BorrowedBytes | undefined;
};

/**
 * A cached page as bytes. Responses of the page differ only in the nonce. Each response borrows a buffer and overwrites the
 * previous nonce with its own. For gzip, each part between the nonces is compressed once, and the nonces are stored
 * uncompressed between the parts, so that each response only computes a checksum.
 */
export function createPageBytes(
  page: { readonly html: string; readonly nonce: string },
  nonceLength: number,
): PageBytes {
  const pageParts = page.html.split(page.nonce).map((piece) => Buffer.from(piece));
  const copies = createCopies(joinParts(pageParts, Buffer.alloc(nonceLength)));
  let packed: ResponseCopies | undefined;
  let isCompressing = false;

  function compressPage(): void {
    isCompressing = true;
    Promise.all(pageParts.map((piece) => deflateRawAsync(piece, partDeflateOptions))).then(
      (deflatedPart) => {
        packed = createCopies(packedTemplate(deflatedPart, nonceLength));
      },
      () => {
        isCompressing = false;
      },
    );
  }

  return {
    plain: (nonce) => copies.lend(nonce),
    gzip(nonce) {
      if (!isCompressing) compressPage();
      if (packed === undefined) return undefined;
      const text = copies.lend(nonce);
      const borrowedCopy = packed.lend(nonce);
      borrowedCopy.body.writeUInt32LE(crc32(text.body), borrowedCopy.body.length - 8);
      borrowedCopy.body.writeUInt32LE(text.body.length, borrowedCopy.body.length - 4);
      text.release();
      return borrowedCopy;
    },
  };
}

/** A page as bytes with the offsets of its nonces. */
type Template = { readonly bytes: Buffer; readonly places: readonly number[] };
type ResponseCopies = { lend(nonce: string): BorrowedBytes };

function createCopies({ bytes, places }: Template): ResponseCopies {
  const freeCopies: Buffer[] = [];
  return {
    lend(nonce) {
      const body = freeCopies.pop() ?? Buffer.from(bytes);
      for (const offset of places) body.write(nonce, offset, 'latin1');
      return {
        body,
        release: () => {
          if (freeCopies.length < keptCopyMaximum) freeCopies.push(body);
        },
      };
    },
  };
}

function packedTemplate(pageParts: readonly Buffer[], nonceLength: number): Template {
  const { bytes, places } = joinParts(pageParts, Buffer.alloc(nonceLength), storedBlockHead(nonceLength));
  return {
    bytes: Buffer.concat([gzipHead, bytes, emptyGzipEnd]),
    places: places.map((place) => gzipHead.length + place),
  };
}

/** Joins the parts of a page, with the nonce between them. */
function joinParts(pageParts: readonly Buffer[], nonce: Buffer, before: Buffer = Buffer.alloc(0)): Template {
  const places: number[] = [];
  const parts: Buffer[] = [];
  let length = 0;
  for (const piece of pageParts) {
    if (parts.length > 0) {
      places.push(length + before.length);
      parts.push(before, nonce);
      length += before.length + nonce.length;
    }
    parts.push(piece);
    length += piece.length;
  }
  return { bytes: Buffer.concat(parts), places };
}

/** The header of an uncompressed deflate block (RFC 1951, 3.2.4). */
function storedBlockHead(length: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(~length & 0xffff, 3);
  return head;
}
