import type { ImageSize } from '@carhouse/domain/image/image-widths';
import { type ReactElement, useState } from 'react';
import { sharedMessages } from '#messages/shared';
import { findSmallestFile, makeImageSources } from './image-sources.ts';
import { Logo } from './logo.tsx';

type ResponsiveImageProps = {
  readonly url: string;
  /** Size of the image in pixels, as the API returns it. */
  readonly size: ImageSize | null;
  readonly alt: string;
  /** Displayed width, as a value of the `sizes` attribute. */
  readonly sizes: string;
  /** Whether the image is on the first screen. The browser fetches an image on the first screen immediately. */
  readonly isEager?: boolean;
  /** Whether the image is the main image of the page. The browser fetches the main image before other images. */
  readonly hasPriority?: boolean;
};

/** Ratio of width to height below which an image counts as portrait and is not cropped. */
const portraitRatioLimit = 1.1;

/**
 * Renders an image that fills its frame. A portrait image is shown over a blurred copy of itself; without an image the
 * logo is shown.
 */
export function ResponsiveImage({
  url,
  size,
  alt,
  sizes,
  isEager = false,
  hasPriority = false,
}: ResponsiveImageProps): ReactElement {
  const [loadResult, setLoadResult] = useState<{ url: string; as: 'failed' | 'portrait' }>();
  const state = loadResult?.url === url ? loadResult.as : 'landscape';
  const markPortrait = (image: HTMLImageElement) => {
    const isPortrait = image.naturalWidth / image.naturalHeight < portraitRatioLimit;
    if (isPortrait && state === 'landscape') setLoadResult({ url, as: 'portrait' });
  };
  if (url === '' || state === 'failed') {
    return (
      <span className="image--none" {...(alt === '' ? {} : { role: 'img', 'aria-label': sharedMessages.noImage(alt) })}>
        <Logo />
      </span>
    );
  }
  const imageElement = (
    <img
      // An image in the server-rendered page may have loaded or failed before this code ran.
      ref={(image) => {
        if (!image?.complete) return;
        if (image.naturalWidth === 0) setLoadResult({ url, as: 'failed' });
        else markPortrait(image);
      }}
      className="image"
      alt={alt}
      // This attribute must come before the attributes with URLs: React sets attributes in order, and a browser begins
      // to fetch an image as soon as the image has a URL.
      loading={isEager ? 'eager' : 'lazy'}
      fetchPriority={hasPriority ? 'high' : undefined}
      decoding="async"
      sizes={sizes}
      {...makeImageSources(url, size)}
      onLoad={(event) => markPortrait(event.currentTarget)}
      onError={() => setLoadResult({ url, as: 'failed' })}
    />
  );
  if (state !== 'portrait') return imageElement;
  return (
    <span className="image--portrait">
      <img alt="" loading="lazy" decoding="async" src={findSmallestFile(url)} />
      {imageElement}
    </span>
  );
}
