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
  readonly firstIndex: number;
  readonly onClose: () => void;
};

/** A dialog that shows the images of a car in full size, with swiping, arrow keys, buttons and thumbnails. */
export function ImageViewer({ images, name, firstIndex, onClose }: ViewerProps): ReactElement {
  const { strip, place: visibleIndex, onScroll, goTo } = useImageStrip(firstIndex);
  const lastIndex = images.length - 1;
  const showDialog = useCallback(
    (dialog: HTMLDialogElement) => {
      dialog.showModal();
      const stripElement = strip.current;
      stripElement?.scrollTo({ left: firstIndex * stripElement.clientWidth, behavior: 'instant' });
      return () => dialog.close();
    },
    [strip, firstIndex],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const nextIndex = { ArrowLeft: visibleIndex - 1, ArrowRight: visibleIndex + 1, Home: 0, End: lastIndex }[event.key];
    if (nextIndex === undefined) return;
    event.preventDefault();
    goTo(Math.min(Math.max(nextIndex, 0), lastIndex));
  };
  return (
    <dialog
      ref={showDialog}
      className={styles.viewer}
      aria-label={t.large(name)}
      onKeyDown={onKeyDown}
      onClose={onClose}
    >
      <div className={styles.viewerHead}>
        <p className="num" role="status">
          {t.open(visibleIndex + 1, images.length)}
        </p>
        <button className="iconbtn" type="button" aria-label={sharedMessages.close} onClick={onClose}>
          <Icon of={X} />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
      <section className={styles.viewerStrip} ref={strip} onScroll={onScroll} tabIndex={0} aria-label={t.region}>
        {images.map(({ url, width, height }, index) => (
          <div key={url} className={styles.viewerImage}>
            <ResponsiveImage
              url={url}
              size={{ width, height }}
              alt={index === visibleIndex ? `${name}, ${t.open(index + 1, images.length)}` : ''}
              sizes="100vw"
              isEager={index === firstIndex}
            />
          </div>
        ))}
      </section>
      {lastIndex === 0 ? null : (
        <>
          <button
            className={`iconbtn ${styles.viewerStep} ${styles.viewerStepBack}`}
            type="button"
            aria-label={t.previous}
            aria-disabled={visibleIndex === 0}
            onClick={() => goTo(Math.max(0, visibleIndex - 1))}
          >
            <Icon of={ChevronLeft} />
          </button>
          <button
            className={`iconbtn ${styles.viewerStep} ${styles.viewerStepOn}`}
            type="button"
            aria-label={t.next}
            aria-disabled={visibleIndex === lastIndex}
            onClick={() => goTo(Math.min(lastIndex, visibleIndex + 1))}
          >
            <Icon of={ChevronRight} />
          </button>
          <ul className={styles.viewerSmall} aria-label={t.choose}>
            {images.map(({ url, width, height }, index) => (
              <li key={url}>
                <button
                  type="button"
                  aria-label={t.open(index + 1, images.length)}
                  aria-current={index === visibleIndex ? 'true' : undefined}
                  onClick={() => goTo(index)}
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
 * State of a strip of full-width images with scroll snapping: the visible image, and functions that show another image.
 * The browser handles the swiping.
 */
export function useImageStrip(firstIndex = 0) {
  const stripRef = useRef<HTMLDivElement>(null);
  const [visibleIndex, setVisibleIndex] = useState(firstIndex);
  const onScroll = () => {
    const element = stripRef.current;
    if (element === null || element.clientWidth === 0) return;
    setVisibleIndex(Math.round(element.scrollLeft / element.clientWidth));
  };
  const showImageAt = (imageIndex: number) => {
    const element = stripRef.current;
    element?.scrollTo({ left: imageIndex * element.clientWidth });
  };
  return { strip: stripRef, place: visibleIndex, onScroll, goTo: showImageAt };
}
