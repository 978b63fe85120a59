/** The language of this folder, for the pages (`lang`) and for numbers, dates and distances (Intl). */
export const language = { tag: 'en-SG', name: 'English' } as const;

/** Texts that several screens share. */
export const sharedMessages = {
  tryAgain: 'Try again',
  skipToContent: 'Skip to content',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save changes',
  search: 'Search',
  /** The text that follows the label of an optional field. */
  optional: ' (optional)',
  noImage: (carTitle: string): string => `${carTitle}, no photo`,
  previous: 'Previous',
  next: 'Next',
  showMore: 'Show more',
  /** The text that is shown instead of an unknown value. */
  unknown: '–',
} as const;

/**
 * Titles of pages for the browser window, when the specification does not name them. The titles are in the file that
 * every page loads first.
 */
export const pageTitles = {
  forgotPassword: 'Forgot your password',
  addSecondStep: 'Second step',
  changePassword: 'Change your password',
  confirmEmail: 'Confirm your email',
  resetPassword: 'New password',
  firstAdmin: 'First admin',
  order: 'Order',
  payment: 'Payment',
  receipt: 'Receipt',
  editCar: 'Edit',
  reservation: 'Reservation',
} as const;

/** Texts about the session that may be shown before any page has loaded. */
export const sessionMessages = {
  unreachable: 'The server cannot be reached. Check the connection and try again.',
  wrong: 'Something went wrong on our side. Please try again.',
  signOutFailed: 'Signing out did not work. Please try again.',
} as const;
