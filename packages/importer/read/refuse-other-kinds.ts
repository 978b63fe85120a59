import { ImportFault } from './import-fault.ts';

/** Number of bytes at the start of a file by which its kind is recognised. */
export const kindByteCount = 16;

const formatAdvice = 'Send the list as CSV or JSON.';
const photosAdvice = 'Put the photos and the list of cars (CSV or JSON) into one zip.';

/**
 * Kinds of files that are no list of cars. The kinds are recognised by the first bytes in hexadecimal, which the
 * specifications of the formats give.
 */
const refusedKinds: readonly { readonly firstBytes: RegExp; readonly is: string; readonly formatAdvice: string }[] = [
  { firstBytes: /^ffd8ff/, is: 'a JPEG picture', formatAdvice: photosAdvice },
  { firstBytes: /^89504e47/, is: 'a PNG picture', formatAdvice: photosAdvice },
  { firstBytes: /^47494638/, is: 'a GIF picture', formatAdvice: photosAdvice },
  { firstBytes: /^52494646.{8}57454250/, is: 'a WebP picture', formatAdvice: photosAdvice },
  // `ftyp` at the fifth byte marks the containers of HEIC, AVIF and video (ISO/IEC 14496-12). HEIC has the brands heic,
  // heix, hevc, mif1 and msf1.
  { firstBytes: /^.{8}66747970(?:6865|6d696631|6d736631)/, is: 'a HEIC picture', formatAdvice: photosAdvice },
  { firstBytes: /^.{8}66747970617669/, is: 'an AVIF picture', formatAdvice: photosAdvice },
  { firstBytes: /^.{8}66747970/, is: 'a video', formatAdvice },
  { firstBytes: /^255044462d/, is: 'a PDF document', formatAdvice },
  { firstBytes: /^d0cf11e0/, is: 'an old Excel or Word file', formatAdvice: 'Save it as CSV first.' },
  { firstBytes: /^52617221|^377abcaf/, is: 'a RAR or 7z archive', formatAdvice: 'Pack it as zip.' },
];

/** @throws ImportFault for a picture, a document or an archive of another kind, with what to send instead. */
export function refuseOtherKinds(start: Uint8Array, name: string): void {
  const bytes = Buffer.from(start).toString('hex');
  const kind = refusedKinds.find(({ firstBytes: starts }) => starts.test(bytes));
  if (kind !== undefined) throw new ImportFault(`${name} is ${kind.is} and no list of cars. ${kind.formatAdvice}`);
}
