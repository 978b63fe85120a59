/** Texts of the dashboard's tables. */
export const tableMessages = {
  details: 'Details',
  csv: 'Download as CSV',
  detailsOf: (what: string): string => `Details of ${what}`,
} as const;
