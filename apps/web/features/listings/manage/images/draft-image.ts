/** A picture of the form: chosen, on its way, uploaded, or refused. */
export type DraftImage = {
  /** Of this page view; names the tile. */
  readonly id: number;
  readonly name: string;
  readonly state: 'waiting' | 'uploading' | 'done' | 'failed';
  /** Of the upload, 0 to 100. */
  readonly percent: number;
  /** What the tile shows; `''` before it is drawn, and for what no browser can draw. */
  readonly preview: string;
  /** Of the uploaded picture. */
  readonly url?: string;
  readonly file?: File;
  /** Why it failed, in words. */
  readonly reason?: string;
  /** The code of the server's refusal. */
  readonly code?: string | undefined;
};

/** An uploaded picture, as an unsent form keeps it. */
export type KeptImage = { readonly name: string; readonly url: string };

export type ImageChange =
  | { readonly kind: 'add'; readonly photos: readonly DraftImage[] }
  | { readonly kind: 'set'; readonly id: number; readonly change: Partial<DraftImage> }
  | { readonly kind: 'remove'; readonly id: number }
  | { readonly kind: 'move'; readonly id: number; readonly to: number }
  | { readonly kind: 'replace'; readonly photos: readonly DraftImage[] };

/** The list of photos after a change. */
export function changeImages(photos: readonly DraftImage[], change: ImageChange): readonly DraftImage[] {
  switch (change.kind) {
    case 'add':
      return [...photos, ...change.photos];
    case 'replace':
      return change.photos;
    case 'remove':
      return photos.filter(({ id }) => id !== change.id);
    case 'set':
      return photos.map((photo) => (photo.id === change.id ? { ...photo, ...change.change } : photo));
    case 'move':
      return moved(photos, change.id, change.to);
  }
}

function moved(photos: readonly DraftImage[], id: number, to: number): readonly DraftImage[] {
  const photo = photos.find((one) => one.id === id);
  if (photo === undefined) return photos;
  const rest = photos.filter((one) => one.id !== id);
  const place = Math.max(0, Math.min(to, rest.length));
  return [...rest.slice(0, place), photo, ...rest.slice(place)];
}
