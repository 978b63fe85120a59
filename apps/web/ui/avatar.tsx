import { type ReactElement, useState } from 'react';
import { smallestFile } from './image-sources.ts';

type AvatarProps = { readonly name: string; readonly image?: string; readonly size?: 'sm' | 'lg' | 'xl' };

/** The image of a person, or the initials where there is none or it does not load. The name stands beside it. */
export function Avatar({ name, image = '', size }: AvatarProps): ReactElement {
  const [failed, setFailed] = useState<string>();
  const className = size === undefined ? 'avatar' : `avatar avatar--${size}`;
  if (!mayShow(image) || failed === image) {
    return (
      <span className={className} aria-hidden="true">
        {initials(name)}
      </span>
    );
  }
  return (
    <img
      // A picture of the server-rendered page may have failed before this code ran.
      ref={(picture) => {
        if (picture?.complete && picture.naturalWidth === 0) setFailed(image);
      }}
      className={className}
      alt=""
      data-initials={initials(name)}
      loading="lazy"
      decoding="async"
      src={smallestFile(image)}
      onError={() => setFailed(image)}
    />
  );
}

/** The content security policy lets images in from https and from our own store. */
function mayShow(image: string): boolean {
  return image.startsWith('https://') || image.startsWith('/media/');
}

function initials(name: string): string {
  const names = name.trim().split(/\s+/);
  const ends = names.length > 1 ? [names.at(0), names.at(-1)] : [names.at(0)];
  return ends.map((word) => [...(word ?? '')].at(0)?.toUpperCase() ?? '').join('');
}
