import { texts } from '@carhouse/contract/texts';

/** The public pages, with the heading of each. */
export const publicPages = [
  ['/', texts.hero.heading],
  ['/home', texts.hero.heading],
  ['/faq', /./],
  ['/about', 'About'],
  ['/login', /./],
  ['/signup', /./],
] as const;
