import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';

/** Width of one module of the QR code, in pixels. */
const MODULE_PIXELS = 6;
/** Width of the empty border around the QR code, in modules. */
const BORDER_MODULES = 4;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Draws a QR code as SVG. */
export function drawSvg(data: string): string {
  const rows = encodeRows(data);
  const darkModulePaths = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const size = rows.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${darkModulePaths.join('')}"/></svg>\n`;
}

/** Draws a QR code as PNG with one bit a pixel. */
export function drawPng(data: string): Buffer {
  const rows = encodeRows(data);
  const width = rows.length * MODULE_PIXELS;
  const lines = rows.flatMap((row) => Array.from({ length: MODULE_PIXELS }, () => packLine(row, width)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  // The PNG has bit depth 1, is greyscale, uses the only defined compression and filter methods, and is not interlaced.
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    PNG_SIGNATURE,
    makeChunk('IHDR', header),
    makeChunk('IDAT', deflateSync(Buffer.concat(lines))),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function encodeRows(data: string): boolean[][] {
  return encode(data, { border: BORDER_MODULES, ecc: 'M' }).data;
}

/** One line of pixels: the filter type 0, then a bit for each pixel, which is 1 for white. */
function packLine(row: readonly boolean[], width: number): Buffer {
  const packedLine = Buffer.alloc(1 + Math.ceil(width / 8));
  for (let x = 0; x < width; x += 1) {
    if (row[Math.floor(x / MODULE_PIXELS)]) continue;
    const byteIndex = 1 + Math.floor(x / 8);
    packedLine[byteIndex] = (packedLine[byteIndex] ?? 0) | (0x80 >> (x % 8));
  }
  return packedLine;
}

function makeChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
