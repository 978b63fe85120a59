import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

export type HostileUpload = { readonly name: string; readonly bytes: Buffer };

const makeTextUpload = (name: string, content: string): HostileUpload => ({ name, bytes: Buffer.from(content) });

/** Makes ten lists of cars that are small files but costly to read. */
export function makeHostileUploads(): readonly HostileUpload[] {
  const words = Array.from({ length: 40_000 }, (_, index) => (index * 2_654_435_761).toString(36));
  return [
    makeTextUpload('many-keys.json', `{${'"":[],'.repeat(81_000)}"z":1}`),
    { name: 'short-lines.zip', bytes: makeZip('cars.csv', Buffer.from('a\n'.repeat(200_000))) },
    makeTextUpload('deep.json', '['.repeat(200_000)),
    makeTextUpload('open-objects.json', '{"a":'.repeat(80_000)),
    makeTextUpload('open-quote.csv', `title,price\n"${'x,"",'.repeat(200_000)}`),
    makeTextUpload('many-columns.csv', `${'a,'.repeat(100_000)}\n${'1,'.repeat(100_000)}\n`),
    { name: 'zeros.csv.gz', bytes: gzipSync(Buffer.alloc(48 * 1024 * 1024)) },
    makeTextUpload('random-words.csv', `title,price,description\nRoma,900000,${words.join(' ')}\n`),
    makeTextUpload('one-line.jsonl', `{"title":"${'\\u0041'.repeat(150_000)}"}`),
    makeTextUpload('separators.csv', ';|\t,'.repeat(100_000)),
  ];
}

/** Makes a zip archive with one deflated file (PKWARE APPNOTE 6.3). */
function makeZip(name: string, content: Buffer): Buffer {
  const packedContent = deflateRawSync(content, { level: 9 });
  const path = Buffer.from(name);
  const commonHeaderFields = Buffer.alloc(26);
  commonHeaderFields.writeUInt16LE(20, 0);
  commonHeaderFields.writeUInt16LE(8, 4);
  commonHeaderFields.writeUInt32LE(crc32(content), 10);
  commonHeaderFields.writeUInt32LE(packedContent.length, 14);
  commonHeaderFields.writeUInt32LE(content.length, 18);
  commonHeaderFields.writeUInt16LE(path.length, 22);
  const localHeader = Buffer.concat([Buffer.from('PK\u0003\u0004'), commonHeaderFields, path, packedContent]);
  const centralDirectory = Buffer.concat([
    Buffer.from('PK\u0001\u0002\u0014\u0000'),
    commonHeaderFields,
    Buffer.alloc(14),
    path,
  ]);
  const endRecord = Buffer.alloc(18);
  endRecord.writeUInt16LE(1, 4);
  endRecord.writeUInt16LE(1, 6);
  endRecord.writeUInt32LE(centralDirectory.length, 8);
  endRecord.writeUInt32LE(localHeader.length, 12);
  return Buffer.concat([localHeader, centralDirectory, Buffer.from('PK\u0005\u0006'), endRecord]);
}
