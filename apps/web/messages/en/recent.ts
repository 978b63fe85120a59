/** The cars that the visitor looked at last. */
export const recent = {
  heading: 'Recently viewed',
  clear: 'Forget them',
} as const;
