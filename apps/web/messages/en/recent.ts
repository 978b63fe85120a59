/** The cars that the visitor looked at last. */
export const recentMessages = {
  heading: 'Recently viewed',
  clear: 'Forget them',
} as const;
