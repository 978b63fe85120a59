import { type ReactElement, useState } from 'react';
import { smallestFile } from './image-sources.ts';

type AvatarProps = { readonly name: string; readonly photo?: string; readonly size?: 'sm' | 'lg' | 'xl' };

/** The photo of a person, or the initials where there is none or it does not load. The name stands beside it. */
export function Avatar({ name, photo = '', size }: AvatarProps): ReactElement {
  const [failed, setFailed] = useState<string>();
  const className = size === undefined ? 'avatar' : `avatar avatar--${size}`;
  if (!mayShow(photo) || failed === photo) {
    return (
      <span className={className} aria-hidden="true">
        {initials(name)}
      </span>
    );
  }
  return (
    <img
      className={className}
      alt=""
      loading="lazy"
      decoding="async"
      src={smallestFile(photo)}
      onError={() => setFailed(photo)}
    />
  );
}

/** The content security policy lets pictures in from https and from our own store. */
function mayShow(photo: string): boolean {
  return photo.startsWith('https://') || photo.startsWith('/media/');
}

function initials(name: string): string {
  const names = name.trim().split(/\s+/);
  const ends = names.length > 1 ? [names.at(0), names.at(-1)] : [names.at(0)];
  return ends.map((word) => [...(word ?? '')].at(0)?.toUpperCase() ?? '').join('');
}
