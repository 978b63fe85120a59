/** Texts of the offline page, which the build writes as one file (build/write-offline-page.ts). */
export const offlineMessages = {
  title: 'You are offline',
  needsConnection: 'This page needs a connection. It loads again as soon as you are online.',
  seen: 'Cars you looked at last',
  seenPrices: 'Prices are those of your last visit.',
} as const;
