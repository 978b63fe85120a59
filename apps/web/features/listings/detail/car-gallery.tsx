import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { Images } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { listingDetailMessages } from '#messages/listing-detail';
import { Icon } from '../../../ui/icon.tsx';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';
import styles from './car-gallery.module.css';
import { ImageViewer, useStrip } from './image-viewer.tsx';

const t = listingDetailMessages.images;
/** Maximum number of images beside the large one; the viewer has the others. */
const mosaic = 5;
const sizes = {
  large: '(min-width: 92rem) 49rem, (min-width: 64rem) 55vw, 100vw',
  alone: '(min-width: 92rem) 86rem, 100vw',
  small: '(min-width: 92rem) 19rem, (min-width: 64rem) 21vw, 100vw',
};

type GalleryProps = {
  readonly car: Pick<ListingDetail, 'pictures'>;
  readonly name: string;
  /** A label on the image, such as that the car is sold. */
  readonly badge: ReactNode;
};

/** The images of a car: a mosaic, on phones a strip to swipe; each opens the large view. */
export function CarGallery({ car, name, badge }: GalleryProps): ReactElement {
  const { pictures: images } = car;
  const [open, setOpen] = useState<number>();
  const { strip, place, onScroll } = useStrip();
  if (images.length === 0) {
    return (
      <div className={`${styles.gallery} ${styles.galleryNone}`}>
        <ResponsiveImage url="" size={null} alt={name} sizes="1px" />
        {badge}
      </div>
    );
  }
  const of = images.length;
  return (
    <section className={styles.galleryBox} aria-label={t.region}>
      <div
        className={`${styles.gallery} ${styles[`gallery${Math.min(of, mosaic)}`] ?? ''}`}
        ref={strip}
        onScroll={onScroll}
      >
        {images.map(({ url, width, height }, at) => (
          <button
            key={url}
            type="button"
            className={at < mosaic ? undefined : styles.galleryMore}
            aria-label={t.open(at + 1, of)}
            onClick={() => setOpen(at)}
          >
            <ResponsiveImage
              url={url}
              size={{ width, height }}
              alt={at === 0 ? name : ''}
              sizes={of === 1 ? sizes.alone : at === 0 ? sizes.large : sizes.small}
              eager={at === 0}
              priority={at === 0}
            />
          </button>
        ))}
      </div>
      {of > 1 ? (
        <>
          <p className={`${styles.galleryCount} ${styles.galleryCountStrip} num`} aria-hidden="true">
            <Icon of={Images} />
            {t.place(place + 1, of)}
          </p>
          <p className={`${styles.galleryCount} ${styles.galleryCountMosaic} num`} aria-hidden="true">
            <Icon of={Images} />
            {t.count(of)}
          </p>
        </>
      ) : null}
      {badge}
      {open === undefined ? null : (
        <ImageViewer images={images} name={name} first={open} onClose={() => setOpen(undefined)} />
      )}
    </section>
  );
}
