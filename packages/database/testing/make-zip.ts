import { crc32, deflateRawSync } from 'node:zlib';

/** Returns a zip archive of these files. They are compressed with deflate, or not compressed when `stored` is true. */
export function makeZip(files: Readonly<Record<string, string | Uint8Array>>, { stored = false } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, fileContent] of Object.entries(files)) {
    const content = Buffer.from(fileContent as Uint8Array);
    const data = stored ? content : deflateRawSync(content);
    const bytes = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(stored ? 0 : 8, 4);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(bytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, bytes, data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), shared, rest, bytes]));
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, entries, end]);
}
