/** Words that several screens share. */
export const sharedMessages = {
  tryAgain: 'Try again',
  skipToContent: 'Skip to content',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save changes',
  search: 'Search',
  /** After the label of a field that may stay empty. */
  optional: ' (optional)',
  noImage: (of: string): string => `${of}, no photo`,
  previous: 'Previous',
  next: 'Next',
  showMore: 'Show more',
  /** Where a value is unknown. */
  unknown: '–',
  /** How a stored category is written in running text, where it is not just without its underscores. */
  brandNames: { Mercedes_Benz: 'Mercedes-Benz', Rolls_Royce: 'Rolls-Royce' } as Readonly<Record<string, string>>,
} as const;
