/** Texts of the share button of a car and of a seller. */
export const sharingMessages = {
  share: 'Share',
  copyLink: 'Copy link',
  copied: 'Link copied',
  copyFailed: 'The link could not be copied. Copy it from the address bar.',
} as const;
