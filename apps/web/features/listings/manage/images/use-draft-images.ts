import { imagesPerListing } from '@carhouse/contract/images';
import { useEffect, useReducer, useRef, useState } from 'react';
import { imageMessages } from '#messages/images';
import { fitImage } from '../../../../ui/fit-image.ts';
import {
  changeImages,
  type DraftImage,
  describeFileFault,
  describeFitFault,
  drawPreview,
  type ImageChange,
  type StoredImage,
} from './draft-image.ts';
import { UploadFault, uploadDraftImage } from './upload-image.ts';

/** Maximum number of concurrent uploads. A server decodes two images at the same time. */
const concurrentUploadMaximum = 2;
/** Maximum number of times that a file is sent again automatically when the server is busy. */
const retryCountMaximum = 3;

export type DraftImages = {
  readonly list: readonly DraftImage[];
  /** The messages that say why files were refused. */
  readonly refusals: readonly string[];
  readonly add: (files: readonly File[]) => void;
  readonly retry: (id: number) => void;
  readonly remove: (id: number) => void;
  readonly move: (id: number, targetIndex: number) => void;
  /** Replaces all images with uploaded ones. */
  readonly replace: (storedImages: readonly StoredImage[]) => void;
  /** The promise resolves with the images as soon as no upload is in progress. */
  readonly waitUntilSettled: () => Promise<readonly DraftImage[]>;
};

/**
 * The images of a form. Each image is uploaded as soon as it is chosen, two at a time. The order of the images does not
 * depend on which upload ends first.
 */
export function useDraftImages(initialImages: readonly StoredImage[]): DraftImages {
  const [list, change] = useReducer(changeImages, initialImages, toDraftImages);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const waitUntilSettled = useUploads(list, change);

  const add = (files: readonly File[]) => {
    const faults = files.map((file) => ({ file, fault: describeFileFault(file) }));
    const acceptedFiles = faults.flatMap(({ file, fault }) => (fault === undefined ? [file] : []));
    const remainingImageCount = Math.max(0, imagesPerListing - list.length);
    const t = faults.flatMap(({ fault }) => (fault === undefined ? [] : [fault]));
    setRefusals(acceptedFiles.length > remainingImageCount ? [...t, imageMessages.tooMany(imagesPerListing)] : t);
    const images = acceptedFiles.slice(0, remainingImageCount).map(makeDraftImage);
    change({ kind: 'add', images });
    for (const { id, file } of images) {
      if (file === undefined) continue;
      void drawPreview(file).then((drawnPreviewUrl) =>
        change({ kind: 'set', id, change: { previewUrl: drawnPreviewUrl } }),
      );
    }
  };
  return {
    list,
    refusals,
    add,
    retry: (id) => change({ kind: 'set', id, change: { state: 'waiting', percent: 0 } }),
    remove: (id) => change({ kind: 'remove', id }),
    move: (id, to) => change({ kind: 'move', id, to }),
    replace: (storedImages) => change({ kind: 'replace', images: toDraftImages(storedImages) }),
    waitUntilSettled,
  };
}

/** Starts the uploads that wait for their turn, and cancels the uploads of removed images. */
function useUploads(list: readonly DraftImage[], change: (change: ImageChange) => void) {
  const runningUploadsRef = useRef(new Map<number, AbortController>());
  const latestImagesRef = useRef(list);
  const waitingResolversRef = useRef<(() => void)[]>([]);

  useEffect(() => {
    latestImagesRef.current = list;
    for (const [id, controller] of runningUploadsRef.current) {
      if (!list.some((image) => image.id === id)) controller.abort();
    }
    const waitingImages = list.filter(({ id, state }) => state === 'waiting' && !runningUploadsRef.current.has(id));
    for (const image of waitingImages.slice(0, Math.max(0, concurrentUploadMaximum - runningUploadsRef.current.size))) {
      const controller = new AbortController();
      runningUploadsRef.current.set(image.id, controller);
      void uploadWithRetries(image, change, controller.signal).then((changeAfterUpload) => {
        runningUploadsRef.current.delete(image.id);
        change({ kind: 'set', id: image.id, change: changeAfterUpload });
      });
    }
    if (!list.some(isBeingUploaded)) for (const resolveWaiter of waitingResolversRef.current.splice(0)) resolveWaiter();
  }, [list, change]);

  useEffect(() => {
    const controllers = runningUploadsRef.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);

  return async (): Promise<readonly DraftImage[]> => {
    if (latestImagesRef.current.some(isBeingUploaded))
      await new Promise<void>((resolveSettled) => waitingResolversRef.current.push(resolveSettled));
    return latestImagesRef.current;
  };
}

async function uploadWithRetries(
  { id, file }: DraftImage,
  change: (change: ImageChange) => void,
  stopSignal: AbortSignal,
): Promise<Partial<DraftImage>> {
  if (file === undefined) return { state: 'failed', reason: imageMessages.unreadable };
  change({ kind: 'set', id, change: { state: 'uploading', percent: 0 } });
  for (let attempt = 0; ; attempt += 1) {
    try {
      const onProgress = (percent: number) => change({ kind: 'set', id, change: { percent } });
      const fitResult = await fitImage(file);
      if (typeof fitResult === 'string')
        return { state: 'failed', reason: describeFitFault(fitResult, file.name), isUnreadable: true };
      const { url } = await uploadDraftImage(fitResult, onProgress, stopSignal);
      return { state: 'done', percent: 100, url };
    } catch (error) {
      const retryAfterSeconds = error instanceof UploadFault ? error.retryAfterSeconds : undefined;
      if (retryAfterSeconds === undefined || attempt >= retryCountMaximum || stopSignal.aborted) {
        const reason = error instanceof Error ? error.message : imageMessages.unreachable;
        return { state: 'failed', reason, code: error instanceof UploadFault ? error.code : undefined };
      }
      await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1000));
    }
  }
}

function isBeingUploaded({ state }: DraftImage): boolean {
  return state === 'waiting' || state === 'uploading';
}

let lastImageId = 0;

function makeDraftImage(file: File): DraftImage {
  lastImageId += 1;
  return { id: lastImageId, name: file.name, state: 'waiting', percent: 0, previewUrl: '', file };
}

function toDraftImages(storedImages: readonly StoredImage[]): readonly DraftImage[] {
  return storedImages.map(({ name, url }) => {
    lastImageId += 1;
    return { id: lastImageId, name, state: 'done', percent: 100, previewUrl: '', url };
  });
}
