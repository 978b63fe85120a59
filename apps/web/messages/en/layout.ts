/**
 * Texts of the layout of all pages: navbar, menus, footer, not-found page, errors, and messages without a connection.
 */
export const layoutMessages = {
  home: 'Home',
  collections: 'Car Collections',
  /** The names of the brands in the navbar (specification, section 2). */
  brands: {
    mercedes: 'Mercedes',
    rolls: 'Rolls Royce',
    tesla: 'Tesla',
    ferrari: 'Ferrari',
    audi: 'Audi',
    bmw: 'BMW',
    lamborghini: 'Lamborghini',
  },
  /** The text that follows the number of cars beside a collection for screen readers. */
  cars: ' cars',
  search: 'Search cars',
  allCars: 'All cars',
  sellMyCar: 'Sell my car',
  faq: 'FAQ',
  about: 'About',
  login: 'Login',
  signup: 'Sign up',
  dashboard: 'Dashboard',
  signOut: 'Sign out',
  lightOrDark: 'Light or dark',
  switchTheme: 'Switch between light and dark',
  mainNavigation: 'Main',
  mobileNavigation: 'Mobile',
  menu: 'Menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  closeMessage: 'Close message',
  accountMenu: (name: string): string => `Account menu, ${name}`,
  /** The role of the user in brackets, as the user menu shows it (specification, section 2). */
  role: (role: string): string => `(${role})`,
  admin: 'Administrator',
  foot: {
    lead: 'Used cars for sale in Singapore, with the costs written down. Verified sellers have a tick.',
    collections: 'Collections',
    trade: 'Buy and sell',
    help: 'Help',
    feedback: 'Feedback',
    rights: (name: string): string => `© 2026 ${name}`,
    testMode: 'Card payments run in test mode. ',
    currency: 'Prices in Singapore dollars.',
  },
  demo: {
    label: 'Demo',
    text: 'anyone can sign in with the published accounts, no money moves.',
  },
  error: {
    title: 'This page could not be shown',
    ours: 'Something went wrong on our side.',
    noAnswer: 'There is no connection to the server.',
    part: 'A part of this page could not be loaded.',
    reload: 'Reload',
    unchanged: 'Nothing was changed.',
  },
  offline: {
    device: 'You are offline.',
    server: 'The server does not answer.',
    kept: 'What is on this page stays, and so does what you have typed. The page goes on when the connection is back.',
  },
};
