import { ImportFault } from './import-fault.ts';

/** Number of bytes at the start of a file by which its kind is recognised. */
export const kindByteCount = 16;

const formatAdvice = 'Send the list as CSV or JSON.';
const photosAdvice = 'Put the photos and the list of cars (CSV or JSON) into one zip.';

/**
 * Kinds of files that are no list of cars. The kinds are recognised by the first bytes in hexadecimal, which the
 * specifications of the formats give.
 */
const refusedKinds: readonly {
  readonly firstBytesPattern: RegExp;
  readonly kindName: string;
  readonly formatAdvice: string;
}[] = [
  { firstBytesPattern: /^ffd8ff/, kindName: 'a JPEG picture', formatAdvice: photosAdvice },
  { firstBytesPattern: /^89504e47/, kindName: 'a PNG picture', formatAdvice: photosAdvice },
  { firstBytesPattern: /^47494638/, kindName: 'a GIF picture', formatAdvice: photosAdvice },
  { firstBytesPattern: /^52494646.{8}57454250/, kindName: 'a WebP picture', formatAdvice: photosAdvice },
  // `ftyp` at the fifth byte marks the containers of HEIC, AVIF and video (ISO/IEC 14496-12). HEIC has the brands heic,
  // heix, hevc, mif1 and msf1.
  {
    firstBytesPattern: /^.{8}66747970(?:6865|6d696631|6d736631)/,
    kindName: 'a HEIC picture',
    formatAdvice: photosAdvice,
  },
  { firstBytesPattern: /^.{8}66747970617669/, kindName: 'an AVIF picture', formatAdvice: photosAdvice },
  { firstBytesPattern: /^.{8}66747970/, kindName: 'a video', formatAdvice },
  { firstBytesPattern: /^255044462d/, kindName: 'a PDF document', formatAdvice },
  { firstBytesPattern: /^d0cf11e0/, kindName: 'an old Excel or Word file', formatAdvice: 'Save it as CSV first.' },
  { firstBytesPattern: /^52617221|^377abcaf/, kindName: 'a RAR or 7z archive', formatAdvice: 'Pack it as zip.' },
];

/** @throws ImportFault for a picture, a document or an archive of another kind, with what to send instead. */
export function refuseOtherKinds(start: Uint8Array, name: string): void {
  const bytes = Buffer.from(start).toString('hex');
  const kind = refusedKinds.find(({ firstBytesPattern: starts }) => starts.test(bytes));
  if (kind !== undefined)
    throw new ImportFault(`${name} is ${kind.kindName} and no list of cars. ${kind.formatAdvice}`);
}
