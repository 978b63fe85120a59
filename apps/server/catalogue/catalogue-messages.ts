import type { MinimumParfRule } from '@carhouse/domain/car/depreciation';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { Relaxation } from '@carhouse/search/query/nearest';
import type { CatalogueQuery, Cursor, RangeField } from '@carhouse/search/query/query';
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
  /** The filters that a search text means on this day. */
  readonly understand: {
    readonly asked: { readonly text: string; readonly today: string };
    readonly answer: Understanding;
  };
  /** The value at which the lowest quarter of what a search finds ends; null when it finds nothing with a value. */
  readonly quarter: {
    readonly asked: { readonly query: CatalogueQuery; readonly of: RangeField };
    readonly answer: number | null;
  };
  /** The conditions to leave out of a search that finds nothing. */
  readonly relax: { readonly asked: { readonly query: CatalogueQuery }; readonly answer: Relaxation };
  readonly suggest: {
    readonly asked: { readonly text: string; readonly limit: number };
    readonly answer: readonly Suggestion[];
  };
  /** Null for a listing that is not on sale: the caller then passes the listing's facts. */
  readonly similar: {
    readonly asked: { readonly car: SimilarityTarget | ListingId; readonly limit: number };
    readonly answer: readonly ListingId[] | null;
  };
  /** Answered when all changes committed before the question are applied and the catalogue is of this day. */
  readonly catchUp: { readonly asked: { readonly today: string }; readonly answer: null };
};

/** The listings of a page. They are sent before counting, so that the server reads them from the database meanwhile. */
export type PageCars = Pick<SearchResult, 'more' | 'corrections' | 'isPartial'> & {
  readonly ids: readonly ListingId[];
  /** Cursor of the last listing. */
  readonly last: Cursor | null;
};
/** The facet counts of a search, of the same state as its page. */
export type PageCounts = Pick<SearchResult, 'total'> & {
  /**
   * The facets of packages/contract/search.ts as JSON text: copying hundreds of small objects between threads costs
   * more.
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

/** To the thread. `day`: a new day has begun in Singapore, so depreciation has changed. */
export type ToCatalogue =
  | CatalogueQuestion
  | { readonly kind: 'day'; readonly today: string }
  | { readonly kind: 'end' };

/** State of the catalogue. */
export type CatalogueState = {
  readonly loaded: boolean;
  readonly entries: number;
  /** Number of listings to load, during the first load; otherwise 0. */
  readonly reading: number;
  readonly bytes: number;
  /** Number of times that all listings were read from the database. */
  readonly loads: number;
  /** Number of changes to listings and sellers applied since the thread started. */
  readonly changes: number;
  /** How many of these polls found a listing or a seller that an admin has taken from the site. */
  readonly takeDowns: number;
  /** All changes committed before this time are searchable, in milliseconds since 1970; 0 before the first load. */
  readonly syncedAt: number;
  /** Age of the oldest change when the last changes were applied, in seconds. */
  readonly lag: number;
};

/** The last message of a question; the page of a search is sent before it. */
export type LastAnswer = Exclude<CatalogueQuestions[QuestionName]['answer'], FoundPage> | PageCounts;

/** From the thread. An answer without `answer` means that the catalogue is still loading. */
export type FromCatalogue =
  | { readonly kind: 'cars'; readonly requestId: number; readonly cars: PageCars }
  | { readonly kind: 'answer'; readonly requestId: number; readonly answer?: LastAnswer }
  | { readonly kind: 'failed'; readonly requestId: number; readonly message: string }
  | { readonly kind: 'state'; readonly state: CatalogueState }
  /** An error after which the thread retries automatically. The server logs it. */
  | { readonly kind: 'fault'; readonly message: string };
