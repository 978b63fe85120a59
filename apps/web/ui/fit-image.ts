import { imageTypes, maxImageBytes } from '@carhouse/contract/images';

/**
 * Longest side in pixels of a photo that the browser has made smaller. The widest variant on the server has 1,600
 * pixels.
 */
const longestSidePixels = 2560;
/** Maximum size in bytes of a file that the browser tries to make smaller. */
const maxFileBytes = 60 * 1024 * 1024;
const jpegQuality = 0.85;

/** The reasons why a chosen file cannot be uploaded. `heic` means that this browser cannot decode HEIC. */
export type ImageFitFault = 'type' | 'empty' | 'too-large' | 'heic' | 'unreadable';

export type ImageFileFacts = { readonly name: string; readonly type: string; readonly size: number };

/**
 * Checks a file before its image is decoded, and returns the reason why the file cannot be uploaded. The result is
 * undefined for a file that may be uploaded.
 */
export function findImageFileFault(file: ImageFileFacts): ImageFitFault | undefined {
  const types: readonly string[] = imageTypes;
  // Some systems give no media type, so the extension of the file name decides.
  const isKnownType = file.type === '' ? /\.(jpe?g|png|webp|avif)$/i.test(file.name) : types.includes(file.type);
  if (!isKnownType && !isHeic(file)) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > maxFileBytes ? 'too-large' : undefined;
}

/** Whether a file must be converted before the upload: it is too large, or it is HEIC. */
export function needsConversion(file: ImageFileFacts): boolean {
  return file.size > maxImageBytes || isHeic(file);
}

/**
 * Prepares a photo for the upload: a photo that is too large is made smaller, and HEIC (the format of iPhones) is
 * converted to JPEG if the browser can decode it. Any other file remains unchanged. The orientation in the file's
 * metadata is applied.
 * @returns the file to send, or the reason why it cannot be sent
 */
export async function fitImage(file: File): Promise<File | ImageFitFault> {
  const fault = findImageFileFault(file);
  if (fault !== undefined) return fault;
  if (!needsConversion(file)) return file;
  const isHeicFile = isHeic(file);
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, longestSidePixels / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    const context = canvas.getContext('2d');
    if (context === null) return 'unreadable';
    // JPEG has no transparency, so the background is filled; otherwise transparent parts would be black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality));
    if (blob === null) return 'unreadable';
    if (blob.size > maxImageBytes) return 'too-large';
    return new File([blob], file.name.replace(/\.[^.]*$/, '.jpg'), { type: 'image/jpeg' });
  } catch {
    return isHeicFile ? 'heic' : 'unreadable';
  }
}

function isHeic({ name, type }: ImageFileFacts): boolean {
  return /^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name));
}
