import { texts } from '@carhouse/contract/texts';

/** What everybody may open, with the heading of each. */
export const publicPages = [
  ['/', texts.hero.heading],
  ['/home', texts.hero.heading],
  ['/faq', /./],
  ['/about', 'About'],
  ['/login', /./],
  ['/signup', /./],
] as const;
