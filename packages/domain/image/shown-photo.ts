/** The only other site whose photos are shown: Google, where the profiles of its sign-in have their photos. */
export const photoOrigin = 'https://lh3.googleusercontent.com';

/**
 * Whether browsers may load the photo of a user. A photo on an unknown site would tell its owner who looks at it, when and
 * from where, so the initials are shown instead. The content security policy refuses other sites too.
 */
export function isShownPhoto(url: string): boolean {
  return url.startsWith('/media/') || url.startsWith(`${photoOrigin}/`);
}
