/** The language of this folder: of the pages (`lang`), and of numbers, dates and distances (Intl). */
export const language = { tag: 'en-SG', name: 'English' } as const;

/** Words that several screens share. */
export const sharedMessages = {
  tryAgain: 'Try again',
  skipToContent: 'Skip to content',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save changes',
  search: 'Search',
  /** Follows the label of a field that may stay empty. */
  optional: ' (optional)',
  noImage: (of: string): string => `${of}, no photo`,
  previous: 'Previous',
  next: 'Next',
  showMore: 'Show more',
  /** Shown in place of an unknown value. */
  unknown: '–',
  /** How a stored category is written in running text, where it is not just without its underscores. */
  brandNames: { Mercedes_Benz: 'Mercedes-Benz', Rolls_Royce: 'Rolls-Royce' } as Readonly<Record<string, string>>,
} as const;

/** Names of pages in the window title that the specification does not name. Every page loads them with its first file. */
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
} as const;

/** What is said of a session before any page is there. */
export const sessionMessages = {
  unreachable: 'The server cannot be reached. Check the connection and try again.',
  wrong: 'Something went wrong on our side. Please try again.',
  signOutFailed: 'Signing out did not work. Please try again.',
} as const;
