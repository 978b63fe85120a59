import type { ListingDraft } from '../draft/draft-listing.ts';

/** A row on its way into the table. */
export type BatchRow = {
  readonly line: number;
  readonly draft: ListingDraft;
  readonly hash: string;
  /** Wire name. */
  readonly brand: string;
};

/**
 * How a row ended. A row that a constraint of the table refuses ought to have been found
 * when it was read: its reason names the constraint, for the person who mends the reader.
 */
export type Outcome =
  | { readonly kind: 'imported' | 'updated' | 'unchanged'; readonly row: BatchRow }
  | { readonly kind: 'rejected'; readonly row: BatchRow; readonly reason: string };
