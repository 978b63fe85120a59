import { isLoadablePhotoUrl } from '@carhouse/domain/image/shown-photo';
import { type ReactElement, useState } from 'react';
import { findSmallestFile } from './image-sources.ts';

type AvatarProps = { readonly name: string; readonly image?: string; readonly size?: 'sm' | 'lg' | 'xl' };

/**
 * The image of a user. The user's initials replace an image that is missing, is on an unknown site or fails to load.
 * The user's name is always beside the avatar, so the image has no alternative text.
 */
export function Avatar({ name, image = '', size }: AvatarProps): ReactElement {
  const [failedImage, setFailedImage] = useState<string>();
  const className = size === undefined ? 'avatar' : `avatar avatar--${size}`;
  if (!isLoadablePhotoUrl(image) || failedImage === image) {
    return (
      <span className={className} aria-hidden="true">
        {makeInitials(name)}
      </span>
    );
  }
  return (
    <img
      // An image in the server-rendered page may have failed before this code ran.
      ref={(picture) => {
        if (picture?.complete && picture.naturalWidth === 0) setFailedImage(image);
      }}
      className={className}
      alt=""
      data-initials={makeInitials(name)}
      loading="lazy"
      decoding="async"
      src={findSmallestFile(image)}
      onError={() => setFailedImage(image)}
    />
  );
}

function makeInitials(name: string): string {
  const names = name.trim().split(/\s+/);
  const firstAndLastNames = names.length > 1 ? [names.at(0), names.at(-1)] : [names.at(0)];
  return firstAndLastNames.map((word) => [...(word ?? '')].at(0)?.toUpperCase() ?? '').join('');
}
