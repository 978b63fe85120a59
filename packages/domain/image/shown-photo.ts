/** The only external origin of profile photos, for users who sign in with Google. */
export const photoOrigin = 'https://lh3.googleusercontent.com';

/**
 * Whether browsers may load the profile photo at this URL. A photo on an unknown site would reveal to that site who
 * looks at the photo, when and from where. Pages display the user's initials in place of a photo that browsers may not
 * load. The content security policy of the pages also refuses photos of other sites.
 */
export function isLoadablePhotoUrl(url: string): boolean {
  return url.startsWith('/media/') || url.startsWith(`${photoOrigin}/`);
}
