import { imageMessages } from '#messages/images';
import { type FitFault, fileFaultOf, type ImageFileFacts } from '../../../../ui/fit-image.ts';

/** An image of the form: chosen, uploading, uploaded, or refused. */
export type DraftImage = {
  /** Unique in this page view; identifies the tile. */
  readonly id: number;
  readonly name: string;
  readonly state: 'waiting' | 'uploading' | 'done' | 'failed';
  /** Progress of the upload, 0 to 100. */
  readonly percent: number;
  /** The URL that the tile shows; `''` before it is ready, and for formats that the browser cannot show. */
  readonly preview: string;
  /** The URL of the uploaded image. */
  readonly url?: string;
  readonly file?: File;
  /** Why it failed, in words. */
  readonly reason?: string;
  /** The code of the server's refusal. */
  readonly code?: string | undefined;
};

/** An uploaded image, as an unsent form keeps it. */
export type KeptImage = { readonly name: string; readonly url: string };

export type ImageChange =
  | { readonly kind: 'add'; readonly images: readonly DraftImage[] }
  | { readonly kind: 'set'; readonly id: number; readonly change: Partial<DraftImage> }
  | { readonly kind: 'remove'; readonly id: number }
  | { readonly kind: 'move'; readonly id: number; readonly to: number }
  | { readonly kind: 'replace'; readonly images: readonly DraftImage[] };

/** The list of images after a change. */
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
      return moved(images, change.id, change.to);
  }
}

function moved(images: readonly DraftImage[], id: number, to: number): readonly DraftImage[] {
  const image = images.find((one) => one.id === id);
  if (image === undefined) return images;
  const rest = images.filter((one) => one.id !== id);
  const place = Math.max(0, Math.min(to, rest.length));
  return [...rest.slice(0, place), image, ...rest.slice(place)];
}

/** Why a file cannot be uploaded, as text; undefined for an acceptable one. The server checks again, and reads the file. */
export function fileFault(file: ImageFileFacts): string | undefined {
  const fault = fileFaultOf(file);
  return fault === undefined ? undefined : imageMessages.faults[fault](file.name);
}

/** Why a file could not be made fit for the upload, as text. */
export function fitFaultText(fault: FitFault, name: string): string {
  return imageMessages.faults[fault](name);
}

/** Pixels: twice the width of a tile. */
const width = 360;

/**
 * A thumbnail of a file as a `data:` URL: the content policy forbids `blob:`. `''` for a format that this browser cannot show;
 * the server may still accept it.
 */
export async function drawPreview(file: Blob): Promise<string> {
  try {
    const bitmap = await createImageBitmap(file, { resizeWidth: width, resizeQuality: 'medium' });
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
