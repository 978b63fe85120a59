import { crc32, deflateRawSync } from 'node:zlib';

/**
 * Returns a zip archive of these files. The files are compressed with deflate, or not compressed when `stored` is true.
 */
export function makeZip(
  files: Readonly<Record<string, string | Uint8Array>>,
  { stored: isStored = false } = {},
): Buffer {
  const parts: Buffer[] = [];
  const directoryEntries: Buffer[] = [];
  let offset = 0;
  for (const [name, fileContent] of Object.entries(files)) {
    const content = Buffer.from(fileContent as Uint8Array);
    const packedContent = isStored ? content : deflateRawSync(content);
    const nameBytes = Buffer.from(name);
    const commonHeader = Buffer.alloc(26);
    commonHeader.writeUInt16LE(20, 0);
    commonHeader.writeUInt16LE(isStored ? 0 : 8, 4);
    commonHeader.writeUInt32LE(crc32(content), 10);
    commonHeader.writeUInt32LE(packedContent.length, 14);
    commonHeader.writeUInt32LE(content.length, 18);
    commonHeader.writeUInt16LE(nameBytes.length, 22);
    const localFileRecord = Buffer.concat([Buffer.from('PK\u0003\u0004'), commonHeader, nameBytes, packedContent]);
    const directoryFields = Buffer.alloc(14);
    directoryFields.writeUInt32LE(offset, 10);
    directoryEntries.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), commonHeader, directoryFields, nameBytes]),
    );
    parts.push(localFileRecord);
    offset += localFileRecord.length;
  }
  const entries = Buffer.concat(directoryEntries);
  const endRecord = Buffer.alloc(22);
  endRecord.write('PK\u0005\u0006', 0, 'latin1');
  endRecord.writeUInt16LE(directoryEntries.length, 8);
  endRecord.writeUInt16LE(directoryEntries.length, 10);
  endRecord.writeUInt32LE(entries.length, 12);
  endRecord.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, entries, endRecord]);
}
