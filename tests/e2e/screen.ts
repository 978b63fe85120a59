import type { Page } from '@playwright/test';
import type { SeedOrders } from './seed-orders.ts';
import type { SeedReservations } from './seed-reservations.ts';

/** Ids of the seeded records, for the paths of the screens (screenshot-data.ts). */
export type ScreenIds = SeedOrders &
  SeedReservations & {
    /** The id of a car with photos, facts and comparable cars. */
    readonly car: string;
  };

export type Viewer = 'visitor' | 'buyer' | 'seller' | 'admin';

/** One screen, or one state of a screen, for `npm run screenshots`. */
export type Screen = {
  /** File name of the screenshot. The name is the name of the screen's mockup, if there is one. */
  readonly name: string;
  readonly as: Viewer;
  readonly path: string | ((ids: ScreenIds) => string);
  /** Changes the open page into the state, for example opens a dialog or fills a field with an invalid value. */
  readonly prepareScreen?: (page: Page) => Promise<void>;
  /**
   * Takes a screenshot of only the visible window, and not of the whole page. A screenshot of the window only is used
   * for dialogs and menus.
   */
  readonly isVisiblePartOnly?: true;
  /** Takes the screenshot only at one of the two widths. */
  readonly onlyViewport?: 'desktop' | 'mobile';
};
