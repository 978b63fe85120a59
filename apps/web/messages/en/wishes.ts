import { texts } from '@carhouse/contract/texts';
import { formatCount, formatCountWithNoun, formatMoney } from '../../ui/format.ts';

/** Texts of the page My WhishList. */
export const wishMessages = {
  lead: (total: number): string => formatCountWithNoun(total, 'car', 'cars'),
  posted: 'Posted',
  wished: 'Wished',
  original: 'Original',
  verifiedSeller: 'Verified seller',
  sold: 'Sold',
  withdrawn: 'Withdrawn',
  soldText: 'Sold since you wished for it.',
  withdrawnText: 'No longer on sale since you wished for it.',
  buyersOnly: 'Only buyers can book a car.',
  perYear: (cost: string): string => `${cost} / yr`,
  fewer: (dollars: number): string => `${formatMoney(dollars)} less than when you wished for it`,
  more: (dollars: number): string => `${formatMoney(dollars)} more than when you wished for it`,
  buy: (title: string): string => `${texts.buyNow}: ${title}`,
  gone: 'This car can no longer be booked.',
  remove: (title: string): string => `Remove ${title} from ${texts.drawer.myWishList}`,
  undo: 'Undo',
  restored: 'The car is on your list again',
  removed: (title: string): string => `${title} is off your list`,
  shown: (shownCount: number, total: number): string =>
    `${formatCount(shownCount)} of ${formatCountWithNoun(total, 'car', 'cars')}`,
  failed: 'Your wish list could not be loaded',
  failedText: (reason: string): string => `${reason} Your list is safe.`,
  empty: {
    title: 'No wishes yet',
    text: `${texts.addToWishList} on any car keeps it here, with its price of that day.`,
    action: 'See the collections',
  },
} as const;
