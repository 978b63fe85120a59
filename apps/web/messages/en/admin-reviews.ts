import { formatCount, formatCountWithNoun } from '../../ui/format.ts';

type ImportCounts = { readonly imported: number; readonly rejected: number } | null;

/** Texts of what admins should review: imports of new sellers, and cars that may be offered twice. */
export const adminReviewMessages = {
  imports: {
    title: 'Imports to review',
    of: (seller: string, file: string): string => `${seller}: ${file}`,
    counts: (counts: ImportCounts, onSaleCount: number, joinDate: string): string =>
      `${formatCountWithNoun(counts?.imported ?? 0, 'new car', 'new cars')}, ${formatCountWithNoun(counts?.rejected ?? 0, 'row not imported', 'rows not imported')}, ${formatCount(onSaleCount)} on sale now, joined ${joinDate}`,
    release: 'Approve',
    releaseOf: (file: string): string => `Approve ${file}`,
    reject: 'Refuse',
    rejectOf: (file: string): string => `Refuse ${file}`,
    rejectTitle: 'Refuse this import?',
    reason: 'Reason',
    reasonHint: 'The seller reads it.',
    reasonRequired: 'Give a reason',
  },
  duplicates: {
    title: 'Cars that may be offered twice',
    reasons: { facts: 'The same facts', pictures: 'The same picture', plate: 'The same number plate' },
    of: (seller: string, price: string, postingDate: string): string => `${seller}, ${price}, ${postingDate}`,
    ofSeller: (seller: string, pairs: number): string =>
      `${formatCount(pairs)} possible duplicates of ${seller} and of new sellers in the same network`,
    settle: 'Not the same car',
    settleOf: (title: string): string => `${title}: not the same car`,
  },
};
