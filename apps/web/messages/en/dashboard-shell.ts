import { texts } from '@carhouse/contract/texts';

/** Texts of the dashboard's layout. */
export const dashboardShellMessages = {
  overview: 'Overview',
  menu: 'Dashboard menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  back: `Back to ${texts.brandName}`,
  searchCars: 'Search cars',
  signedInAs: (name: string, role: string): string => `You are signed in as ${name}${role === '' ? '' : ` (${role})`}.`,
  toDashboard: 'Back to the dashboard',
} as const;
