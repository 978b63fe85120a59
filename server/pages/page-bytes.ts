import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import type { RenderedPage } from './html-cache.ts';

const toDeflate = promisify(deflateRaw);

/** RFC 1952: gzip, deflate, no flags, no time, no system. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** RFC 1951: a last block of fixed codes that holds nothing. */
const lastBlock = Buffer.from([3, 0]);
/** Ends on a whole byte, without a last block, so that another piece can follow. */
const pieceOptions = { level: 9, finishFlush: constants.Z_SYNC_FLUSH };

export type PageBytes = {
  plain(nonce: string): Buffer;
  /** Undefined while the pieces are still being packed, which the first call begins. */
  gzip(nonce: string): Buffer | undefined;
};

/**
 * A kept page as bytes, which differ from answer to answer in the nonce only. What stands between the nonces is compressed
 * once, each piece by itself; a nonce goes between two of them as a stored block.
 */
export function pageBytes(page: RenderedPage): PageBytes {
  const pieces = page.html.split(page.nonce).map((piece) => Buffer.from(piece));
  let packed: readonly Buffer[] | undefined;
  let isPacking = false;

  function plain(nonce: string): Buffer {
    return joined(pieces, Buffer.from(nonce));
  }

  function pack(): void {
    isPacking = true;
    Promise.all(pieces.map((piece) => toDeflate(piece, pieceOptions))).then(
      (done) => {
        packed = done;
      },
      () => {
        isPacking = false;
      },
    );
  }

  return {
    plain,
    gzip(nonce) {
      if (!isPacking) pack();
      if (packed === undefined) return undefined;
      const text = plain(nonce);
      const end = Buffer.alloc(8);
      end.writeUInt32LE(crc32(text), 0);
      end.writeUInt32LE(text.length, 4);
      return Buffer.concat([gzipHead, joined(packed, storedBlock(nonce)), lastBlock, end]);
    },
  };
}

function joined(pieces: readonly Buffer[], between: Buffer): Buffer {
  return Buffer.concat(pieces.flatMap((piece, place) => (place === 0 ? [piece] : [between, piece])));
}

/** RFC 1951, 3.2.4. */
function storedBlock(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}
