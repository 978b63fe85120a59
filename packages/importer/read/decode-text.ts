import { ImportFault } from './import-fault.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * The error for bytes that are not UTF-8. The bytes that are invalid in UTF-8 are valid in an encoding with one byte
 * per character.
 */
export class NotUtf8Error extends Error {}

/**
 * Guesses the encoding from the first bytes: a byte order mark, or the zero bytes of UTF-16. Any other text is read as
 * UTF-8 until a byte is invalid (`decode`).
 */
export function guessEncoding(firstBytes: Uint8Array): Encoding {
  if (firstBytes[0] === 0xff && firstBytes[1] === 0xfe) return 'utf-16le';
  if (firstBytes[0] === 0xfe && firstBytes[1] === 0xff) return 'utf-16be';
  const countZeroBytes = (offset: 0 | 1): number =>
    firstBytes.filter((byte, index) => byte === 0 && index % 2 === offset).length;
  const minZeroBytes = firstBytes.length / 4;
  if (countZeroBytes(1) > minZeroBytes && countZeroBytes(0) === 0) return 'utf-16le';
  if (countZeroBytes(0) > minZeroBytes && countZeroBytes(1) === 0) return 'utf-16be';
  return 'utf-8';
}

/**
 * Decodes bytes and removes a byte order mark.
 * @throws NotUtf8Error when UTF-8 was expected and the text has an encoding with one byte per character.
 * @throws ImportFault when the text ends within a character or contains an invalid character.
 */
export async function* decode(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  fileName: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let hasSeenMultiByte = false;
  for await (const chunk of bytes) {
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: true });
    } catch (error) {
      if (encoding !== 'utf-8' || hasSeenMultiByte || hasMultiByte(chunk)) {
        throw new ImportFault(`${fileName} holds bytes that are no ${encoding.toUpperCase()} text.`, { cause: error });
      }
      throw new NotUtf8Error();
    }
    hasSeenMultiByte ||= hasNonAscii(text);
    if (text !== '') yield text;
  }
  try {
    decoder.decode();
  } catch (error) {
    if (encoding === 'utf-8' && !hasSeenMultiByte) throw new NotUtf8Error();
    throw new ImportFault(`${fileName} is cut off: it ends inside a character.`, { cause: error });
  }
}

/**
 * Whether the bytes contain a character of several bytes that is valid UTF-8. A text with a valid character of several
 * bytes is UTF-8. An invalid byte in such a text is therefore an error, and no sign of another encoding.
 */
function hasMultiByte(chunk: Uint8Array): boolean {
  return hasNonAscii(new TextDecoder('utf-8').decode(chunk).replaceAll('\ufffd', ''));
}

function hasNonAscii(text: string): boolean {
  return /[\u0080-\u{10ffff}]/u.test(text);
}
