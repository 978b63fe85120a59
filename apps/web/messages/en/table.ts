/** The table of the dashboard. */
export const tableMessages = {
  details: 'Details',
  csv: 'Download as CSV',
  detailsOf: (what: string): string => `Details of ${what}`,
} as const;
