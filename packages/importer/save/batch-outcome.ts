import type { ListingDraft } from '../draft/draft-listing.ts';
import type { RowFault } from '../read/cell-fault.ts';

/** A row that is ready to be saved. */
export type BatchRow = {
  readonly line: number;
  readonly draft: ListingDraft;
  readonly hash: string;
  /** API name. */
  readonly brand: string;
  /** What is probably wrong in the row, for the report. */
  readonly warnings: readonly RowFault[];
};

/**
 * The result of a row. A row that violates a constraint of the table should have been rejected earlier: its reason names the
 * constraint, for the developer of the reader.
 */
export type Outcome =
  | { readonly kind: 'imported' | 'updated' | 'unchanged'; readonly row: BatchRow }
  | { readonly kind: 'rejected'; readonly row: BatchRow; readonly reason: string };
