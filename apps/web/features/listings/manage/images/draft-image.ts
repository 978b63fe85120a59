import { imageMessages } from '#messages/images';
import { findImageFileFault, type ImageFileFacts, type ImageFitFault } from '../../../../ui/fit-image.ts';

/** An image of the form: chosen, uploading, uploaded, or refused. */
export type DraftImage = {
  /** Id of the image within this page view, which identifies its tile. */
  readonly id: number;
  readonly name: string;
  readonly state: 'waiting' | 'uploading' | 'done' | 'failed';
  /** Progress of the upload, 0 to 100. */
  readonly percent: number;
  /**
   * URL of the picture in the tile; `''` before the picture is ready, and for formats that the browser cannot display.
   */
  readonly previewUrl: string;
  /** The URL of the uploaded image. */
  readonly url?: string;
  readonly file?: File;
  /** The reason why the upload failed, as text. */
  readonly reason?: string;
  /** The error code of the server, if it refused the upload. */
  readonly code?: string | undefined;
  /** Whether this browser could not read the file as a picture. */
  readonly isUnreadable?: true;
};

/** Whether a failed upload may succeed at another try. Another try never helps for a file that is no picture. */
export function mayUploadAgain({ code, isUnreadable }: DraftImage): boolean {
  return code !== 'IMAGE_INVALID' && isUnreadable === undefined;
}

/** An uploaded image in the format in which an unsent draft stores it. */
export type StoredImage = { readonly name: string; readonly url: string };

export type ImageChange =
  | { readonly kind: 'add'; readonly images: readonly DraftImage[] }
  | { readonly kind: 'set'; readonly id: number; readonly change: Partial<DraftImage> }
  | { readonly kind: 'remove'; readonly id: number }
  | { readonly kind: 'move'; readonly id: number; readonly to: number }
  | { readonly kind: 'replace'; readonly images: readonly DraftImage[] };

/** Returns the list of images after a change. */
export function changeImages(images: readonly DraftImage[], change: ImageChange): readonly DraftImage[] {
  switch (change.kind) {
    case 'add':
      return [...images, ...change.images];
    case 'replace':
      return change.images;
    case 'remove':
      return images.filter(({ id }) => id !== change.id);
    case 'set':
      return images.map((image) => (image.id === change.id ? { ...image, ...change.change } : image));
    case 'move':
      return moveImage(images, change.id, change.to);
  }
}

function moveImage(images: readonly DraftImage[], id: number, requestedIndex: number): readonly DraftImage[] {
  const image = images.find((draftImage) => draftImage.id === id);
  if (image === undefined) return images;
  const otherImages = images.filter((draftImage) => draftImage.id !== id);
  const targetIndex = Math.max(0, Math.min(requestedIndex, otherImages.length));
  return [...otherImages.slice(0, targetIndex), image, ...otherImages.slice(targetIndex)];
}

/**
 * Returns why a file cannot be uploaded, as text; undefined for an acceptable file. The server checks and decodes the
 * file again.
 */
export function describeFileFault(file: ImageFileFacts): string | undefined {
  const fault = findImageFileFault(file);
  return fault === undefined ? undefined : imageMessages.faults[fault](file.name);
}

/** Returns the text for a file that could not be prepared for the upload. */
export function describeFitFault(fault: ImageFitFault, name: string): string {
  return imageMessages.faults[fault](name);
}

/** Width of a thumbnail in pixels: twice the width of a tile. */
const thumbnailWidthPixels = 360;

/**
 * Draws a thumbnail of a file as a `data:` URL, because the content security policy forbids `blob:`. Returns `''` for a
 * format that this browser cannot display; the server may still accept it.
 */
export async function drawPreview(file: Blob): Promise<string> {
  try {
    const bitmap = await createImageBitmap(file, { resizeWidth: thumbnailWidthPixels, resizeQuality: 'medium' });
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    bitmap.close();
    return canvas.toDataURL('image/jpeg', 0.75);
  } catch {
    return '';
  }
}
