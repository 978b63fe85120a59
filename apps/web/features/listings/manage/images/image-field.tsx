import { imagesPerListing, imageTypes } from '@carhouse/contract/images';
import { ImageUp } from 'lucide-react';
import { type ReactElement, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { imageMessages } from '#messages/images';
import { ErrorText } from '../../../../ui/field.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { ConfirmAgain, isEmailUnconfirmed } from '../../../auth/confirm-again.tsx';
import styles from './image-field.module.css';
import { ImageTile } from './image-tile.tsx';
import type { DraftImages } from './use-draft-images.ts';

type ImageFieldProps = {
  readonly images: DraftImages;
  /** The error that images are missing, which appears after the form was submitted. */
  readonly fault: string | undefined;
  /** The control that gets the focus when an image is missing. */
  readonly input: RefObject<HTMLInputElement | null>;
};

/**
 * The field for the images of a car. A seller adds images by click, drop or paste, and orders them by drag or by
 * buttons. The first image is the cover.
 */
export function ImageField({ images, fault, input }: ImageFieldProps): ReactElement {
  const id = useId();
  const [announcement, announce] = useState('');
  const [draggedId, setDraggedId] = useState<number>();
  const tileListRef = useRef<HTMLUListElement>(null);
  usePastedFiles(images.add);
  const { list } = images;
  const doneCount = list.filter(({ state }) => state === 'done').length;
  const failedImages = list.filter(({ state }) => state === 'failed');

  /** Moves an image and then moves the focus to the button in its new tile, because the old tile is removed. */
  const moveImage = (image: number, targetIndex: number, button?: 'earlier' | 'later') => {
    flushSync(() => {
      images.move(image, targetIndex);
      announce(imageMessages.said.moved(targetIndex + 1, list.length));
    });
    if (button === undefined) return;
    tileListRef.current?.querySelector<HTMLElement>(`[data-image="${image}"] [data-move="${button}"]`)?.focus();
  };
  const removeImage = (image: number) => {
    const imageIndex = list.findIndex((draftImage) => draftImage.id === image);
    flushSync(() => {
      images.remove(image);
      announce(imageMessages.said.removed(list.length - 1));
    });
    const removeButtonToFocus =
      tileListRef.current?.querySelectorAll<HTMLElement>('[data-remove]')[Math.max(0, imageIndex - 1)];
    (removeButtonToFocus ?? input.current)?.focus();
  };
  return (
    <div className={styles.images}>
      <DropZone id={id} input={input} hasFault={fault !== undefined} onFilesAdded={images.add} />
      {fault === undefined ? null : <ErrorText id={`${id}-error`}>{fault}</ErrorText>}
      {images.refusals.length === 0 ? null : (
        <div role="alert">
          {images.refusals.map((refusal) => (
            <ErrorText key={refusal}>{refusal}</ErrorText>
          ))}
        </div>
      )}
      {list.length === 0 ? null : (
        <ul className="previews" aria-label={imageMessages.list} ref={tileListRef}>
          {list.map((image, index) => (
            <ImageTile
              key={image.id}
              image={image}
              imageIndex={index}
              count={list.length}
              isDragged={draggedId === image.id}
              onDrag={setDraggedId}
              onDropImage={() => {
                if (draggedId !== undefined && draggedId !== image.id) moveImage(draggedId, index);
                setDraggedId(undefined);
              }}
              isDropTarget={draggedId !== undefined}
              onMove={(to, button) => moveImage(image.id, to, button)}
              onRemove={() => removeImage(image.id)}
              onRetry={() => images.retry(image.id)}
            />
          ))}
        </ul>
      )}
      {failedImages.length === 0 ? null : (
        <div role="alert">
          {failedImages.map(({ id: image, name, reason }) => (
            <ErrorText key={image}>{imageMessages.reasonFor(name, reason ?? imageMessages.failed)}</ErrorText>
          ))}
          <ConfirmAgain refusal={failedImages.find(({ code }) => isEmailUnconfirmed(code))?.code} />
        </div>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <p className="visually-hidden" role="status">
        {list.length === 0 || doneCount < list.length ? '' : imageMessages.said.done(doneCount, list.length)}
      </p>
    </div>
  );
}

type DropZoneProps = {
  readonly id: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly hasFault: boolean;
  readonly onFilesAdded: (files: readonly File[]) => void;
};

function DropZone({ id, input, hasFault, onFilesAdded }: DropZoneProps): ReactElement {
  const [isDraggedOver, setDraggedOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional, the file input inside is the control
    <div
      className={`drop ${isDraggedOver ? 'is-over' : ''} ${hasFault ? 'has-error' : ''}`}
      onDragEnter={() => setDraggedOver(true)}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDraggedOver(false);
        onFilesAdded([...event.dataTransfer.files]);
      }}
    >
      <Icon of={ImageUp} />
      <p>
        <b>{imageMessages.drop}</b>
        {imageMessages.orChoose}
      </p>
      <p className="hint" id={`${id}-hint`}>
        {imageMessages.hint(imagesPerListing)}
      </p>
      <input
        ref={input}
        type="file"
        name="image"
        multiple
        accept={imageTypes.join(',')}
        aria-label={imageMessages.choose}
        aria-describedby={hasFault ? `${id}-hint ${id}-error` : `${id}-hint`}
        aria-invalid={hasFault || undefined}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The input is emptied, so that the user can choose the same file again after removing it.
          event.currentTarget.value = '';
          onFilesAdded(files);
        }}
      />
    </div>
  );
}

/** Adds images that are pasted anywhere on the page. Pasted text is not affected. */
function usePastedFiles(addFiles: (files: readonly File[]) => void): void {
  const latestAddFilesRef = useRef(addFiles);
  useEffect(() => {
    latestAddFilesRef.current = addFiles;
  });
  useEffect(() => {
    const addPastedImages = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      latestAddFilesRef.current(files);
    };
    document.addEventListener('paste', addPastedImages);
    return () => document.removeEventListener('paste', addPastedImages);
  }, []);
}
