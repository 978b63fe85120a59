import { texts } from '@carhouse/contract/texts';

/** Texts of the dashboard's layout and overview. */
export const dashboardMessages = {
  name: 'Dashboard',
  menu: 'Dashboard menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  back: `Back to ${texts.brandName}`,
  overview: 'Overview',
  searchCars: 'Search cars',
  feedback: 'Feedback',
  paymentIssues: 'Payment issues',
  books: 'Books',
  audit: 'Audit log',
  import: 'Import',
  getPaid: 'Get Paid',
  sellerPayments: 'Payments to sellers',
  allImports: 'All imports',
  holds: 'Held cars',
  complaints: 'Complaints',
  security: 'Security log',
  allAdmins: 'All admins',
  allCars: 'All cars',
  person: 'Person',
  sellersOnly: 'That screen is for sellers.',
  signedInAs: (name: string, role: string): string => `You are signed in as ${name}${role === '' ? '' : ` (${role})`}.`,
  toDashboard: 'Back to the dashboard',
} as const;
