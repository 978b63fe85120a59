import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { Images } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { listingDetailMessages } from '#messages/listing-detail';
import { Icon } from '../../../ui/icon.tsx';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';
import styles from './car-gallery.module.css';
import { ImageViewer, useImageStrip } from './image-viewer.tsx';
import { NoPhotos } from './no-photos.tsx';

const t = listingDetailMessages.images;
/** Maximum number of images on the page: one large and five small ones. The image viewer shows the remaining images. */
const mosaicImageCount = 6;
const sizes = {
  large: '(min-width: 92rem) 57rem, (min-width: 64rem) 62vw, 100vw',
  // Width of an image in a mosaic of two or three images. Two images are beside each other; in a mosaic of three, the
  // last two also have half the height.
  half: '(min-width: 92rem) 28rem, (min-width: 64rem) 31vw, 100vw',
  small: '(min-width: 92rem) 11rem, (min-width: 64rem) 12vw, 100vw',
};

type GalleryProps = {
  readonly car: Pick<ListingDetail, 'pictures' | 'status' | 'seller' | 'postedAt'>;
  readonly name: string;
  /** A label on the image, for example that the car is sold. */
  readonly badge: ReactNode;
};

/** The images of a car as a mosaic, or on phones as a strip to swipe; each opens the image viewer. */
export function CarGallery({ car, name, badge }: GalleryProps): ReactElement {
  const { pictures: images } = car;
  const [openImageIndex, setOpenImageIndex] = useState<number>();
  const { strip, place: visibleIndex, onScroll } = useImageStrip();
  if (images.length === 0) {
    return (
      <div className={styles.galleryBox}>
        <NoPhotos seller={car.seller.name} postedAt={car.postedAt} />
        {badge}
      </div>
    );
  }
  const imageCount = images.length;
  return (
    <section
      className={car.status === 'sold' ? `${styles.galleryBox} ${styles.isSold}` : styles.galleryBox}
      aria-label={t.region}
    >
      <div
        className={`${styles.gallery} ${styles[`gallery${Math.min(imageCount, 4)}`] ?? ''}`}
        ref={strip}
        onScroll={onScroll}
      >
        {images.map(({ url, width, height }, index) => (
          <button
            key={url}
            type="button"
            className={index < mosaicImageCount ? undefined : styles.galleryMore}
            aria-label={t.open(index + 1, imageCount)}
            onClick={() => setOpenImageIndex(index)}
          >
            <ResponsiveImage
              url={url}
              size={{ width, height }}
              alt={index === 0 ? name : ''}
              sizes={
                imageCount === 2 || (imageCount === 3 && index > 0)
                  ? sizes.half
                  : index === 0
                    ? sizes.large
                    : sizes.small
              }
              isEager={index === 0}
              hasPriority={index === 0}
            />
            {index === 0 && imageCount > 1 ? (
              <span className={`${styles.galleryCount} ${styles.galleryCountMosaic} num`} aria-hidden="true">
                <Icon of={Images} />
                {t.count(imageCount)}
              </span>
            ) : null}
          </button>
        ))}
      </div>
      {imageCount > 1 ? (
        <p className={`${styles.galleryCount} ${styles.galleryCountStrip} num`} aria-hidden="true">
          <Icon of={Images} />
          {t.place(visibleIndex + 1, imageCount)}
        </p>
      ) : null}
      {badge}
      {openImageIndex === undefined ? null : (
        <ImageViewer
          images={images}
          name={name}
          firstIndex={openImageIndex}
          onClose={() => setOpenImageIndex(undefined)}
        />
      )}
    </section>
  );
}
