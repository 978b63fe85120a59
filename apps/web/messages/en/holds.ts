import { formatCountWithNoun } from '../../ui/format.ts';
import { dashboardMessages } from './dashboard.ts';

/** Texts of the admins' list of cars that buyers hold now. */
export const holdMessages = {
  title: dashboardMessages.holds,
  lead: 'A car is held for 15 minutes while its buyer pays. Nobody else can pay for it during that time.',
  caption: 'Cars that are held now',
  shown: (shownCount: number): string => formatCountWithNoun(shownCount, 'hold', 'holds'),
  failed: 'The holds could not be loaded',
  none: 'No car is held now',
  noneHint: 'A hold shows up here when a buyer opens a payment.',
  again: 'Refresh',
  columns: { car: 'Car', buyer: 'Buyer', until: 'Until', price: 'Price', actions: 'Actions' },
  from: (seller: string): string => `from ${seller}`,
  ofDay: (holds: number): string => `${formatCountWithNoun(holds, 'hold', 'holds')} in 24 hours`,
  since: (from: string): string => `since ${from}`,
  break: 'End hold',
  breakOf: (car: string, buyer: string): string => `End the hold of ${buyer} on ${car}`,
  question: 'End this hold?',
  effect: (buyer: string): string =>
    `${buyer} can no longer pay for the car in this hold. Their card charge is cancelled, and the car is free for others. A charge that has already succeeded is kept.`,
  reason: 'Reason',
  reasonHint: 'For the audit log',
  reasonRequired: 'Please say why, in three characters or more',
  keep: 'Cancel',
  broken: (car: string): string => `The hold on ${car} has ended`,
  sold: (car: string): string => `${car} was paid for before the hold could end`,
  gone: 'This hold had ended already',
} as const;
