import { factNames } from '@carhouse/domain/car/car-facts';
import { type CarFormValues, emptyCarValues } from './car-form-values.ts';
import type { StoredImage } from './images/draft-image.ts';

/** Version of the stored draft; drafts of other versions are ignored. */
const draftFormatVersion = 1;
/**
 * Milliseconds for which the uploaded images of a draft are used again. The server deletes unused uploads after a day.
 */
const imageReuseMs = 20 * 3_600_000;

export type CarDraft = {
  readonly savedAt: number;
  readonly values: CarFormValues;
  readonly images: readonly StoredImage[];
};

/** Returns the storage key of a user's unsent draft for one car, or for a new one. */
export function makeDraftKey(accountId: string, listingId?: string): string {
  return `carhouse.car-draft.${accountId}${listingId === undefined ? '' : `.${listingId}`}`;
}

/**
 * Reads an unsent draft; undefined when no draft is stored. A reload or a sign-out does not delete a draft; a
 * successful save and 'Start afresh' do.
 */
export function readDraft(key: string, now: number): CarDraft | undefined {
  try {
    const storedDraft: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (!isRecord(storedDraft) || storedDraft.version !== draftFormatVersion || typeof storedDraft.savedAt !== 'number')
      return undefined;
    const areImagesReusable = now - storedDraft.savedAt < imageReuseMs;
    return {
      savedAt: storedDraft.savedAt,
      values: readValues(storedDraft.values),
      images: areImagesReusable ? readImages(storedDraft.photos) : [],
    };
  } catch {
    return undefined;
  }
}

/**
 * Stores an unsent draft. The images of a draft are stored under the name `photos`, because existing drafts in browsers
 * use this name.
 */
export function writeDraft(key: string, { images, ...draft }: CarDraft): void {
  try {
    localStorage.setItem(key, JSON.stringify({ version: draftFormatVersion, ...draft, photos: images }));
  } catch {
    // The storage is full or forbidden; the page works without storing drafts.
  }
}

export function deleteDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // The storage is forbidden, so there is no draft to delete.
  }
}

function readValues(storedDraft: unknown): CarFormValues {
  if (!isRecord(storedDraft)) return emptyCarValues;
  const facts = isRecord(storedDraft.facts) ? storedDraft.facts : {};
  const readText = (fields: Record<string, unknown>, name: string): string => {
    const value = fields[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    title: readText(storedDraft, 'title'),
    category: readText(storedDraft, 'category'),
    location: readText(storedDraft, 'location'),
    description: readText(storedDraft, 'description'),
    resalePrice: readText(storedDraft, 'resalePrice'),
    originalPrice: readText(storedDraft, 'originalPrice'),
    yearsOfUse: readText(storedDraft, 'yearsOfUse'),
    yearOfPurchase: readText(storedDraft, 'yearOfPurchase'),
    facts: Object.fromEntries(factNames.map((name) => [name, readText(facts, name)])) as CarFormValues['facts'],
  };
}

function readImages(storedImages: unknown): readonly StoredImage[] {
  if (!Array.isArray(storedImages)) return [];
  return storedImages.filter(
    (image): image is StoredImage => isRecord(image) && typeof image.url === 'string' && typeof image.name === 'string',
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
