/** My Buyers. */
export const sales = {
  empty: {
    title: 'No buyers yet',
    text: 'When somebody books one of your cars, their meeting date and number appear here.',
  },
} as const;
