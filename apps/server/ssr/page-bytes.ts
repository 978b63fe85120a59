import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const toDeflate = promisify(deflateRaw);

/** RFC 1952: gzip, deflate, no flags, no time, no system. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** RFC 1951: a last block of fixed codes that holds nothing; then room for checksum and length. */
const gzipTail = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
/** Ends on a byte boundary, without a final block, so that another part can follow. */
const pieceOptions = { level: 9, finishFlush: constants.Z_SYNC_FLUSH };
/** Buffers of one page that wait for the next response. More are made under load and dropped afterwards. */
const copiesKept = 16;

/** A buffer that belongs to one response until it is released. */
export type LentBytes = { readonly body: Buffer; release(): void };

export type PageBytes = {
  plain(nonce: string): LentBytes;
  /** Undefined while the parts are being compressed; the first call starts that. */
  gzip(nonce: string): LentBytes | undefined;
};

/**
 * A cached page as bytes: responses differ in the nonce only. A response borrows a buffer and overwrites the last nonce with
 * its own. For gzip each part between the nonces is deflated once, and the nonces are stored blocks between
 * them; each response then only computes a checksum.
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

/** The parts between the nonces. */
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

/** RFC 1951, 3.2.4. */
function storedBlockHead(length: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(~length & 0xffff, 3);
  return head;
}
