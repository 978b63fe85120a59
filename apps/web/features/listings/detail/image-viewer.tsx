import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useCallback, useRef, useState } from 'react';
import { listingDetailMessages } from '#messages/listing-detail';
import { sharedMessages } from '#messages/shared';
import { Icon } from '../../../ui/icon.tsx';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';
import styles from './car-gallery.module.css';

const t = listingDetailMessages.images;

type ViewerProps = {
  readonly images: ListingDetail['pictures'];
  readonly name: string;
  /** Index of the image that is shown first. */
  readonly first: number;
  readonly onClose: () => void;
};

/** A dialog that shows the images of a car in full size, with swiping, arrow keys, buttons and thumbnails. */
export function ImageViewer({ images, name, first, onClose }: ViewerProps): ReactElement {
  const { strip, place, onScroll, goTo } = useStrip(first);
  const last = images.length - 1;
  const show = useCallback(
    (dialog: HTMLDialogElement) => {
      dialog.showModal();
      const box = strip.current;
      box?.scrollTo({ left: first * box.clientWidth, behavior: 'instant' });
      return () => dialog.close();
    },
    [strip, first],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    goTo(Math.min(Math.max(next, 0), last));
  };
  return (
    <dialog ref={show} className={styles.viewer} aria-label={t.large(name)} onKeyDown={onKeyDown} onClose={onClose}>
      <div className={styles.viewerHead}>
        <p className="num" role="status">
          {t.open(place + 1, images.length)}
        </p>
        <button className="iconbtn" type="button" aria-label={sharedMessages.close} onClick={onClose}>
          <Icon of={X} />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
      <section className={styles.viewerStrip} ref={strip} onScroll={onScroll} tabIndex={0} aria-label={t.region}>
        {images.map(({ url, width, height }, at) => (
          <div key={url} className={styles.viewerImage}>
            <ResponsiveImage
              url={url}
              size={{ width, height }}
              alt={at === place ? `${name}, ${t.open(at + 1, images.length)}` : ''}
              sizes="100vw"
              eager={at === first}
            />
          </div>
        ))}
      </section>
      {last === 0 ? null : (
        <>
          <button
            className={`iconbtn ${styles.viewerStep} ${styles.viewerStepBack}`}
            type="button"
            aria-label={t.previous}
            aria-disabled={place === 0}
            onClick={() => goTo(Math.max(0, place - 1))}
          >
            <Icon of={ChevronLeft} />
          </button>
          <button
            className={`iconbtn ${styles.viewerStep} ${styles.viewerStepOn}`}
            type="button"
            aria-label={t.next}
            aria-disabled={place === last}
            onClick={() => goTo(Math.min(last, place + 1))}
          >
            <Icon of={ChevronRight} />
          </button>
          <ul className={styles.viewerSmall} aria-label={t.choose}>
            {images.map(({ url, width, height }, at) => (
              <li key={url}>
                <button
                  type="button"
                  aria-label={t.open(at + 1, images.length)}
                  aria-current={at === place ? 'true' : undefined}
                  onClick={() => goTo(at)}
                >
                  <ResponsiveImage url={url} size={{ width, height }} alt="" sizes="6rem" />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </dialog>
  );
}

/**
 * State of a strip of full-width images with scroll snapping: the visible image, and functions to show another one. The
 * browser handles the swiping.
 */
export function useStrip(first = 0) {
  const stripElement = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(first);
  const onScroll = () => {
    const box = stripElement.current;
    if (box === null || box.clientWidth === 0) return;
    setPlace(Math.round(box.scrollLeft / box.clientWidth));
  };
  const showImageAt = (next: number) => {
    const box = stripElement.current;
    box?.scrollTo({ left: next * box.clientWidth });
  };
  return { strip: stripElement, place, onScroll, goTo: showImageAt };
}
