import type { ListingDraft } from '../draft/draft-listing.ts';
import type { RowFault } from '../read/cell-fault.ts';

/** A row that is ready to be saved. */
export type BatchRow = {
  readonly line: number;
  readonly draft: ListingDraft;
  readonly hash: string;
  /** The brand's name in the API. */
  readonly brand: string;
  /** Warnings about values of the row that are probably wrong, for the report. */
  readonly warnings: readonly RowFault[];
};

/**
 * The result of a row. A row that violates a constraint of the table should have been rejected earlier. For a row that
 * violates a constraint, the reason names the constraint, for the developer who corrects the reader.
 */
export type Outcome =
  | { readonly kind: 'imported' | 'updated' | 'unchanged'; readonly row: BatchRow }
  | { readonly kind: 'rejected'; readonly row: BatchRow; readonly reason: string };
