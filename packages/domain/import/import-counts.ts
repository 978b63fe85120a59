/**
 * For each possible result of a row, such as saved or rejected: the number of rows of a dealer's file with this result.
 */
export type ImportCounts = {
  readonly imported: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
};

/** A saved row that names images: the dealer's reference of the car, and the names or URLs of its images. */
export type ListedImages = { readonly dealerRef: string; readonly images: readonly string[] };
