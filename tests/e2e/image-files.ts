import { randomInt } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Creates a PNG, each time in a different colour, so that no two images are the same. */
export function drawImage(width = 900, height = 600): Buffer {
  const [red, green, blue] = [randomInt(256), randomInt(256), randomInt(256)];
  const bytesPerLine = 1 + width * 3;
  const pixels = Buffer.alloc(bytesPerLine * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const brightness = 0.4 + (0.6 * (x + y)) / (width + height);
      pixels.set([red * brightness, green * brightness, blue * brightness], y * bytesPerLine + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // The header says eight bits per channel and three channels.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    makePngChunk('IHDR', header),
    makePngChunk('IDAT', deflateSync(pixels)),
    makePngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function makePngChunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** An image for a file input. */
export function imageFile(name: string): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: 'image/png', buffer: drawImage() };
}
