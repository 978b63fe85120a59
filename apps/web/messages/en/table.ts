/** Texts of the dashboard's tables. */
export const tableMessages = {
  details: 'Details',
  csv: 'Download as CSV',
  detailsOf: (rowName: string): string => `Details of ${rowName}`,
} as const;
