import { useEffect, useRef, useState } from 'react';
import { deleteDraft, readDraft, writeDraft } from './car-draft.ts';
import type { CarFormMethods } from './car-fields.tsx';
import type { CarFormValues } from './car-form-values.ts';
import type { DraftImage, StoredImage } from './images/draft-image.ts';
import type { DraftImages } from './images/use-draft-images.ts';

type DraftProps = {
  readonly key: string;
  readonly form: CarFormMethods;
  readonly images: DraftImages;
  readonly initialValues: CarFormValues;
  readonly initialImages: readonly StoredImage[];
};

type StoredDraft = {
  /** The time at which the restored draft was typed (ISO); undefined when no draft was restored. */
  readonly savedAt: string | undefined;
  /** Deletes the stored draft. The form calls this function after the form was sent. */
  readonly forgetDraft: () => void;
  readonly discardDraft: () => void;
};

/** Stores the typed values in this browser until they are sent, and restores them after a reload or another sign-in. */
export function useStoredDraft({ key, form, images, initialValues, initialImages }: DraftProps): StoredDraft {
  const [savedAt, setSavedAt] = useState<string>();
  const isSentRef = useRef(false);
  const latestImagesRef = useRef(images.list);
  const latestSaveDraftRef = useRef(() => {});

  // The refs hold the values of the current rendering. The effects below read the refs, because these effects run only
  // once.
  useEffect(() => {
    latestImagesRef.current = images.list;
    latestSaveDraftRef.current = () => {
      if (isSentRef.current) return;
      const draft = { values: form.getValues(), images: listUploadedImages(latestImagesRef.current) };
      if (isSameContent(draft, { values: initialValues, images: initialImages })) deleteDraft(key);
      else writeDraft(key, { savedAt: Date.now(), ...draft });
    };
  });

  const { replace } = images;
  const restoreDraftRef = useRef(() => {
    const draft = readDraft(key, Date.now());
    if (draft === undefined || isSameContent(draft, { values: initialValues, images: initialImages })) return;
    form.reset(draft.values, { keepDefaultValues: true });
    if (draft.images.length > 0) replace(draft.images);
    setSavedAt(new Date(draft.savedAt).toISOString());
  });
  useEffect(() => {
    restoreDraftRef.current();
    const { unsubscribe } = form.watch(() => latestSaveDraftRef.current());
    return unsubscribe;
  }, [form]);

  // The images of the first rendering are the initial images and do not count as a change.
  const isFirstRenderingRef = useRef(true);
  const urls = images.list.map(({ url }) => url ?? '').join(' ');
  useEffect(() => {
    if (isFirstRenderingRef.current) isFirstRenderingRef.current = false;
    else if (urls !== undefined) latestSaveDraftRef.current();
  }, [urls]);

  return {
    savedAt,
    forgetDraft: () => {
      isSentRef.current = true;
      deleteDraft(key);
    },
    discardDraft: () => {
      deleteDraft(key);
      form.reset(initialValues);
      replace(initialImages);
      setSavedAt(undefined);
    },
  };
}

function listUploadedImages(images: readonly DraftImage[]): readonly StoredImage[] {
  return images.flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url }]));
}

type DraftContent = { readonly values: CarFormValues; readonly images: readonly StoredImage[] };

function isSameContent(firstContent: DraftContent, secondContent: DraftContent): boolean {
  const serialiseContent = ({ values, images }: DraftContent): string =>
    JSON.stringify([
      values.title,
      values.category,
      values.location,
      values.description,
      values.resalePrice,
      values.originalPrice,
      values.yearsOfUse,
      values.yearOfPurchase,
      Object.entries(values.facts).toSorted(([a], [b]) => a.localeCompare(b)),
      images.map(({ url }) => url),
    ]);
  return serialiseContent(firstContent) === serialiseContent(secondContent);
}
