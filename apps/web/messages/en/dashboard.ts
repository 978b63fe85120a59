/**
 * The titles of the screens of the dashboard. All pages load these titles with the routes, so the other texts of the
 * dashboard's layout are in `dashboard-shell.ts`.
 */
export const dashboardMessages = {
  name: 'Dashboard',
  feedback: 'Feedback',
  paymentIssues: 'Payment issues',
  books: 'Books',
  fees: 'Fees',
  audit: 'Audit log',
  import: 'Import',
  getPaid: 'Get Paid',
  sellerPayments: 'Payments to sellers',
  statement: 'Statement',
  feeInvoice: 'Invoice of the fee',
  allImports: 'All imports',
  holds: 'Held cars',
  complaints: 'Complaints',
  reports: 'Reports',
  security: 'Security log',
  system: 'System',
  allAdmins: 'All admins',
  allCars: 'All cars',
  person: 'Person',
} as const;
