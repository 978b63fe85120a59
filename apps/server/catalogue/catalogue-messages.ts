import type { MinimumParfRule } from '@carhouse/domain/car/depreciation';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { CatalogueQuery, Cursor } from '@carhouse/search/query/query';
import type { SearchResult } from '@carhouse/search/query/search-result';
import type { SimilarityTarget } from '@carhouse/search/query/similar-listings';
import type { Suggestion } from '@carhouse/search/query/suggest';
import type { Understanding } from '@carhouse/search/query/understand';

/** Options of the catalogue's worker thread. */
export type CatalogueWorkerOptions = {
  readonly databaseUrl: string;
  readonly minimumParfRules: readonly MinimumParfRule[];
  /** The day in Singapore, ISO date. */
  readonly today: string;
  /** Milliseconds between two polls for changes. */
  readonly pollMs: number;
};

/** The questions by name: what is asked and what is answered. */
export type CatalogueQuestions = {
  readonly search: { readonly asked: { readonly query: CatalogueQuery }; readonly answer: SearchResult };
  /** A search of the API. */
  readonly page: { readonly asked: { readonly query: CatalogueQuery }; readonly answer: FoundPage };
  /** Filters read from plain words. */
  readonly understand: { readonly asked: { readonly text: string }; readonly answer: Understanding };
  readonly suggest: {
    readonly asked: { readonly text: string; readonly limit: number };
    readonly answer: readonly Suggestion[];
  };
  /** Null for the id of a listing that is not on offer: the caller then passes the listing's facts. */
  readonly similar: {
    readonly asked: { readonly car: SimilarityTarget | ListingId; readonly limit: number };
    readonly answer: readonly ListingId[] | null;
  };
  /** Answered when everything committed before the question is applied and the catalogue is of this day. */
  readonly catchUp: { readonly asked: { readonly today: string }; readonly answer: null };
};

/** The listings of a page. They are sent before anything is counted, so the server reads them meanwhile. */
export type PageCars = Pick<SearchResult, 'more' | 'corrections' | 'isPartial'> & {
  readonly ids: readonly ListingId[];
  /** Cursor of the last listing. */
  readonly last: Cursor | null;
};
/** The counts of a search, of the same state as its page. */
export type PageCounts = Pick<SearchResult, 'total'> & {
  /**
   * The facets of packages/contract/search.ts as JSON, so that hundreds of small objects need not be copied
   * between threads.
   */
  readonly facets: string;
};
/** `counts` rejects as the question would. It may be ignored. */
export type FoundPage = PageCars & { readonly counts: Promise<PageCounts> };
export type QuestionName = keyof CatalogueQuestions;

export type CatalogueQuestion = {
  readonly [Name in QuestionName]: {
    readonly kind: Name;
    readonly requestId: number;
  } & CatalogueQuestions[Name]['asked'];
}[QuestionName];

/** To the thread. `day`: a new day has begun in Singapore, so depreciations have changed. */
export type ToCatalogue =
  | CatalogueQuestion
  | { readonly kind: 'day'; readonly today: string }
  | { readonly kind: 'end' };

/** State of the catalogue. */
export type CatalogueState = {
  readonly loaded: boolean;
  readonly entries: number;
  /** Listings of the first load, while it runs; otherwise 0. */
  readonly reading: number;
  readonly bytes: number;
  /** How often the whole stock was read. */
  readonly loads: number;
  /** Changes of listings and sellers that were applied since the thread began. */
  readonly changes: number;
  /**
   * Everything committed before this time is searchable, in milliseconds since 1970; 0 before the first load.
   */
  readonly syncedAt: number;
  /** Age in seconds of the oldest change when it was last applied. */
  readonly lag: number;
};

/** The message that ends a question; a page was sent before its counts. */
export type LastAnswer = Exclude<CatalogueQuestions[QuestionName]['answer'], FoundPage> | PageCounts;

/** From the thread. An answer without `answer` means that the catalogue is still loading. */
export type FromCatalogue =
  | { readonly kind: 'cars'; readonly requestId: number; readonly cars: PageCars }
  | { readonly kind: 'answer'; readonly requestId: number; readonly answer?: LastAnswer }
  | { readonly kind: 'failed'; readonly requestId: number; readonly message: string }
  | { readonly kind: 'state'; readonly state: CatalogueState }
  /** The thread retries by itself; the server logs it. */
  | { readonly kind: 'fault'; readonly message: string };
