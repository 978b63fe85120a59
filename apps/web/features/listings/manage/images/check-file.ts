import { photoBytes, photoTypes } from '@carhouse/contract/images';
import { imageMessages } from '#messages/images';

/** Why a file cannot be uploaded, in words; undefined when it may be tried. The server looks again, and into the file. */
export function fileFault(file: {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}): string | undefined {
  const types: readonly string[] = photoTypes;
  // Some systems name no type: then the ending of the name has to do.
  const known = file.type === '' ? /\.(jpe?g|png|webp|avif)$/i.test(file.name) : types.includes(file.type);
  if (!known) return imageMessages.wrongType(file.name);
  if (file.size === 0) return imageMessages.emptyFile(file.name);
  if (file.size > photoBytes) return imageMessages.tooLarge(file.name);
  return undefined;
}
