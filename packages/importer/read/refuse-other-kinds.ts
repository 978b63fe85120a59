import { ImportFault } from './import-fault.ts';

/** Number of bytes at the start of a file by which its kind is recognised. */
export const kindBytes = 16;

const advice = 'Send the list as CSV or JSON.';
const photosAdvice = 'Put the photos and the list of cars (CSV or JSON) into one zip.';

/**
 * Kinds of files that are no list of cars. The kinds are recognised by the first bytes in hexadecimal, which the
 * specifications of the formats give.
 */
const kinds: readonly { readonly starts: RegExp; readonly is: string; readonly help: string }[] = [
  { starts: /^ffd8ff/, is: 'a JPEG picture', help: photosAdvice },
  { starts: /^89504e47/, is: 'a PNG picture', help: photosAdvice },
  { starts: /^47494638/, is: 'a GIF picture', help: photosAdvice },
  { starts: /^52494646.{8}57454250/, is: 'a WebP picture', help: photosAdvice },
  // `ftyp` at the fifth byte marks the containers of HEIC, AVIF and video (ISO/IEC 14496-12). HEIC has the brands heic,
  // heix, hevc, mif1 and msf1.
  { starts: /^.{8}66747970(?:6865|6d696631|6d736631)/, is: 'a HEIC picture', help: photosAdvice },
  { starts: /^.{8}66747970617669/, is: 'an AVIF picture', help: photosAdvice },
  { starts: /^.{8}66747970/, is: 'a video', help: advice },
  { starts: /^255044462d/, is: 'a PDF document', help: advice },
  { starts: /^d0cf11e0/, is: 'an old Excel or Word file', help: 'Save it as CSV first.' },
  { starts: /^52617221|^377abcaf/, is: 'a RAR or 7z archive', help: 'Pack it as zip.' },
];

/** @throws ImportFault for a picture, a document or an archive of another kind, with what to send instead. */
export function refuseOtherKinds(start: Uint8Array, name: string): void {
  const bytes = Buffer.from(start).toString('hex');
  const kind = kinds.find(({ starts }) => starts.test(bytes));
  if (kind !== undefined) throw new ImportFault(`${name} is ${kind.is} and no list of cars. ${kind.help}`);
}
