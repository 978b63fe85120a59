import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const deflateRawAsync = promisify(deflateRaw);

/** The header of a gzip file (RFC 1952): gzip, deflate, no flags, no time, no system. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** The end of a gzip file: a final empty deflate block (RFC 1951), and space for checksum and length. */
const emptyGzipEnd = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
/**
 * Options of the compression of a part. A compressed part ends on a byte boundary and without a final block, so that
 * another part can follow.
 */
const partDeflateOptions = { level: 9, finishFlush: constants.Z_SYNC_FLUSH };
/**
 * Maximum number of unused buffers of one page that are stored for later responses. Under load more buffers are
 * created, which are discarded after their response.
 */
const storedCopyCountMaximum = 16;

/** A buffer that belongs to one response until it is released. */
export type BorrowedBytes = { readonly body: Buffer; release(): void };

export type PageBytes = {
  borrowPlain(nonce: string): BorrowedBytes;
  /**
   * Returns the page in gzip with this nonce; undefined while its parts are being compressed. The first call starts the
   * compression.
   */
  borrowGzip(nonce: string): BorrowedBytes | undefined;
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
  const pageParts = page.html.split(page.nonce).map((textPart) => Buffer.from(textPart));
  const plainCopies = createCopies(joinParts(pageParts, Buffer.alloc(nonceLength)));
  let gzipCopies: ResponseCopies | undefined;
  let isCompressing = false;

  function compressPage(): void {
    isCompressing = true;
    Promise.all(pageParts.map((textPart) => deflateRawAsync(textPart, partDeflateOptions))).then(
      (deflatedParts) => {
        gzipCopies = createCopies(makeGzipTemplate(deflatedParts, nonceLength));
      },
      () => {
        isCompressing = false;
      },
    );
  }

  return {
    borrowPlain: (nonce) => plainCopies.lend(nonce),
    borrowGzip(nonce) {
      if (!isCompressing) compressPage();
      if (gzipCopies === undefined) return undefined;
      const text = plainCopies.lend(nonce);
      const borrowedCopy = gzipCopies.lend(nonce);
      borrowedCopy.body.writeUInt32LE(crc32(text.body), borrowedCopy.body.length - 8);
      borrowedCopy.body.writeUInt32LE(text.body.length, borrowedCopy.body.length - 4);
      text.release();
      return borrowedCopy;
    },
  };
}

/** A page as bytes with the offsets of its nonces. */
type PageTemplate = { readonly bytes: Buffer; readonly nonceOffsets: readonly number[] };
type ResponseCopies = { lend(nonce: string): BorrowedBytes };

function createCopies({ bytes, nonceOffsets }: PageTemplate): ResponseCopies {
  const unusedBuffers: Buffer[] = [];
  return {
    lend(nonce) {
      const body = unusedBuffers.pop() ?? Buffer.from(bytes);
      for (const nonceOffset of nonceOffsets) body.write(nonce, nonceOffset, 'latin1');
      return {
        body,
        release: () => {
          if (unusedBuffers.length < storedCopyCountMaximum) unusedBuffers.push(body);
        },
      };
    },
  };
}

function makeGzipTemplate(pageParts: readonly Buffer[], nonceLength: number): PageTemplate {
  const { bytes, nonceOffsets } = joinParts(pageParts, Buffer.alloc(nonceLength), makeStoredBlockHead(nonceLength));
  return {
    bytes: Buffer.concat([gzipHead, bytes, emptyGzipEnd]),
    nonceOffsets: nonceOffsets.map((nonceOffset) => gzipHead.length + nonceOffset),
  };
}

/** Joins the parts of a page, with the nonce between them. */
function joinParts(pageParts: readonly Buffer[], nonce: Buffer, prefix: Buffer = Buffer.alloc(0)): PageTemplate {
  const nonceOffsets: number[] = [];
  const parts: Buffer[] = [];
  let totalLength = 0;
  for (const textPart of pageParts) {
    if (parts.length > 0) {
      nonceOffsets.push(totalLength + prefix.length);
      parts.push(prefix, nonce);
      totalLength += prefix.length + nonce.length;
    }
    parts.push(textPart);
    totalLength += textPart.length;
  }
  return { bytes: Buffer.concat(parts), nonceOffsets };
}

/** The header of an uncompressed deflate block (RFC 1951, 3.2.4). */
function makeStoredBlockHead(blockLength: number): Buffer {
  const blockHead = Buffer.alloc(5);
  blockHead.writeUInt16LE(blockLength, 1);
  blockHead.writeUInt16LE(~blockLength & 0xffff, 3);
  return blockHead;
}
