/** The results of the rows of a dealer's file. */
export type ImportCounts = {
  readonly imported: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
};

/** A row that was saved with images: the dealer's reference of the car, and the names or addresses of its images. */
export type ListedImages = { readonly dealerRef: string; readonly images: readonly string[] };
