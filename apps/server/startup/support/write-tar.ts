import { gzipSync } from 'node:zlib';

const blockLength = 512;

export type ArchivedFile = { readonly name: string; readonly text: string };

/** Packs texts into a compressed tar archive (ustar); only the owner may read the files. */
export function writeTar(files: readonly ArchivedFile[], modifiedAt: Date): Buffer {
  const blocks = files.flatMap(({ name, text }) => {
    const content = Buffer.from(text, 'utf8');
    const padding = Buffer.alloc((blockLength - (content.length % blockLength)) % blockLength);
    return [makeHeader(name, content.length, modifiedAt), content, padding];
  });
  // Two empty blocks end an archive.
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * blockLength)]));
}

/** The header of a file: its fields are texts and octal numbers of fixed length (POSIX.1-1988, ustar). */
function makeHeader(name: string, size: number, modifiedAt: Date): Buffer {
  const header = Buffer.alloc(blockLength);
  const formatOctal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(name, 0, 100, 'utf8');
  header.write(formatOctal(0o600, 8), 100);
  header.write(formatOctal(0, 8), 108);
  header.write(formatOctal(0, 8), 116);
  header.write(formatOctal(size, 12), 124);
  header.write(formatOctal(Math.floor(modifiedAt.getTime() / 1000), 12), 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  const checksum = header.reduce((sum, byte) => sum + byte, 0);
  header.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
