/** Texts of the first steps of a new seller. */
export const sellerStartMessages = {
  title: 'First steps',
  done: (doneCount: number, total: number): string => `${doneCount} of ${total} done`,
  isDone: ', done',
  or: 'or',
  list: 'import a list of cars',
  account: { title: 'Your account is made', text: 'You are signed in as a seller.' },
  profile: {
    /**
     * The title of the step for the profile. The title says what is missing in the profile. When the step is done, its
     * title mentions the photo and the telephone number.
     */
    title: (hasPhoneNumber: boolean, hasPhoto: boolean): string =>
      hasPhoneNumber === hasPhoto
        ? 'Add your phone number and your photo'
        : hasPhoto
          ? 'Add your phone number'
          : 'Add your photo',
    text: 'Buyers who have booked see your name, email and number; a photo makes your cars easier to trust.',
  },
  car: {
    title: 'Add your first car',
    text: 'With photos, a price and the facts that you know. You can keep it as a draft.',
  },
  publish: {
    title: (page: string): string => `Put it on sale under ${page}`,
    text: 'From then on buyers find it and can book it.',
  },
  booking: {
    title: 'Your first booking',
    text: 'It shows up here and under My Buyers. An admin looks at every new seller and gives the verified tick.',
  },
} as const;
