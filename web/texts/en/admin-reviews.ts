import { count, counted } from '../../lib/format.ts';

type Counts = { readonly imported: number; readonly rejected: number } | null;

/** What waits for an admin's look: imports of new sellers, and cars that look like one. */
export const adminReviews = {
  imports: {
    title: 'Imports to review',
    of: (seller: string, file: string): string => `${seller}: ${file}`,
    counts: (counts: Counts, onSale: number, joined: string): string =>
      `${counted(counts?.imported ?? 0, 'car', 'cars')} to come in, ${count(counts?.rejected ?? 0)} rows stay out, ${count(onSale)} on sale now, joined ${joined}`,
    release: 'Let in',
    releaseOf: (file: string): string => `Let in ${file}`,
    released: (file: string): string => `${file} is being imported.`,
    reject: 'Refuse',
    rejectOf: (file: string): string => `Refuse ${file}`,
    rejectTitle: 'Refuse this import?',
    reason: 'Reason',
    reasonHint: 'The seller reads it.',
    reasonRequired: 'Give a reason',
  },
  duplicates: {
    title: 'Cars that look like one',
    reasons: { facts: 'The same facts', pictures: 'The same picture', plate: 'The same number plate' },
    of: (seller: string, price: string, posted: string): string => `${seller}, ${price}, ${posted}`,
    settle: 'Two cars',
    settleOf: (title: string): string => `${title}: these are two cars`,
  },
};
