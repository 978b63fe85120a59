import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const toDeflate = promisify(deflateRaw);

/** The header of a gzip file (RFC 1952): gzip, deflate, no flags, no time, no system. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** The end of a gzip file: a final empty deflate block (RFC 1951), and space for checksum and length. */
const gzipTail = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
/** The compressed part ends on a byte boundary and without a final block, so that another part can follow. */
const pieceOptions = { level: 9, finishFlush: constants.Z_SYNC_FLUSH };
/**
 * Number of unused buffers of one page that are kept for later responses. Under load more buffers are made; they are
 * discarded after their response.
 */
const copiesKept = 16;

/** A buffer that belongs to one response until it is released. */
export type LentBytes = { readonly body: Buffer; release(): void };

export type PageBytes = {
  plain(nonce: string): LentBytes;
  /** Returns undefined while the parts are being compressed; the first call starts the compression. */
  gzip(nonce: string): LentBytes | undefined;
};

/**
 * A cached page as bytes. Responses of the page differ only in the nonce. Each response borrows a buffer and overwrites the
 * previous nonce with its own. For gzip, each part between the nonces is compressed once, and the nonces are stored
 * uncompressed between the parts, so that each response only computes a checksum.
 */
export function pageBytes(page: { readonly html: string; readonly nonce: string }, nonceLength: number): PageBytes {
  const pieces = page.html.split(page.nonce).map((piece) => Buffer.from(piece));
  const copies = createCopies(joined(pieces, Buffer.alloc(nonceLength)));
  let packed: Copies | undefined;
  let isPacking = false;

  function pack(): void {
    isPacking = true;
    Promise.all(pieces.map((piece) => toDeflate(piece, pieceOptions))).then(
      (deflated) => {
        packed = createCopies(packedTemplate(deflated, nonceLength));
      },
      () => {
        isPacking = false;
      },
    );
  }

  return {
    plain: (nonce) => copies.lend(nonce),
    gzip(nonce) {
      if (!isPacking) pack();
      if (packed === undefined) return undefined;
      const text = copies.lend(nonce);
      const lent = packed.lend(nonce);
      lent.body.writeUInt32LE(crc32(text.body), lent.body.length - 8);
      lent.body.writeUInt32LE(text.body.length, lent.body.length - 4);
      text.release();
      return lent;
    },
  };
}

/** A page as bytes with the offsets of its nonces. */
type Template = { readonly bytes: Buffer; readonly places: readonly number[] };
type Copies = { lend(nonce: string): LentBytes };

function createCopies({ bytes, places }: Template): Copies {
  const free: Buffer[] = [];
  return {
    lend(nonce) {
      const body = free.pop() ?? Buffer.from(bytes);
      for (const place of places) body.write(nonce, place, 'latin1');
      return {
        body,
        release: () => {
          if (free.length < copiesKept) free.push(body);
        },
      };
    },
  };
}

function packedTemplate(pieces: readonly Buffer[], nonceLength: number): Template {
  const { bytes, places } = joined(pieces, Buffer.alloc(nonceLength), storedBlockHead(nonceLength));
  return {
    bytes: Buffer.concat([gzipHead, bytes, gzipTail]),
    places: places.map((place) => gzipHead.length + place),
  };
}

/** Joins the parts of a page, with the nonce between them. */
function joined(pieces: readonly Buffer[], nonce: Buffer, before: Buffer = Buffer.alloc(0)): Template {
  const places: number[] = [];
  const parts: Buffer[] = [];
  let length = 0;
  for (const piece of pieces) {
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
