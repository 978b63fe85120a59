import type { SearchQuery } from '@carhouse/contract/search';
import type { WalPosition } from '@carhouse/database/connection/wal-position';
import type { MinimumParfRule } from '@carhouse/domain/car/depreciation';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { Relaxation } from '@carhouse/search/query/nearest';
import type { CatalogueQuery, Cursor, RangeField } from '@carhouse/search/query/query';
import type { SearchResult } from '@carhouse/search/query/search-result';
import type { SimilarityTarget } from '@carhouse/search/query/similar-listings';
import type { Suggestion } from '@carhouse/search/query/suggest';
import type { AlikeCars } from '@carhouse/search/query/understanding/alike';
import type { CompletedUnderstanding } from '../search/read-query.ts';

/** Options of the catalogue's worker thread. */
export type CatalogueWorkerOptions = {
  /** URL of the primary. */
  readonly databaseUrl: string;
  /** URLs of the replicas from which all listings are loaded, in order of preference. */
  readonly replicaUrls: readonly string[];
  readonly minimumParfRules: readonly MinimumParfRule[];
  /** The day in Singapore, ISO date. */
  readonly today: string;
  /** Milliseconds between two polls for changes while questions are asked or changes arrive. */
  readonly pollMs: number;
  /** Milliseconds between two polls for changes when nothing happens. */
  readonly idlePollMs: number;
};

/** The questions by name, each with the type of its input and of its answer. */
export type CatalogueQuestions = {
  readonly search: { readonly parameters: { readonly query: CatalogueQuery }; readonly answer: SearchResult };
  /** The search for a page of listings. */
  readonly page: { readonly parameters: { readonly query: CatalogueQuery }; readonly answer: FoundPage };
  /**
   * The filters that the words of a search mean, and the page of listings that have them. One question for both needs
   * fewer messages between the threads than one question for each step.
   */
  readonly textPage: {
    readonly parameters: { readonly request: SearchQuery; readonly nowMs: number };
    readonly answer: FoundTextPage;
  };
  /**
   * The value of a field below which a share of the found listings lies: 0.25 is the first quartile. Null when no found
   * listing has a value.
   */
  readonly quantile: {
    readonly parameters: { readonly query: CatalogueQuery; readonly of: RangeField; readonly share: number };
    readonly answer: number | null;
  };
  /** The phrases that at least one of the found listings contains. */
  readonly presentPhrases: {
    readonly parameters: { readonly query: CatalogueQuery; readonly phrases: readonly string[] };
    readonly answer: readonly string[];
  };
  /**
   * For a search that finds nothing: the filters to remove so that the search finds listings. The answer also has
   * similar makes, models, bodies and fuels for those that are not on sale.
   */
  readonly relax: {
    readonly parameters: { readonly query: CatalogueQuery };
    readonly answer: Relaxation & { readonly alikeCars: AlikeCars };
  };
  readonly suggest: {
    readonly parameters: { readonly text: string; readonly limit: number };
    readonly answer: readonly Suggestion[];
  };
  /**
   * Similar listings of a listing. The answer is null when the listing is not on sale. For a listing that is not on
   * sale, the caller can ask again with its attributes.
   */
  readonly similar: {
    readonly parameters: { readonly car: SimilarityTarget | ListingId; readonly limit: number };
    readonly answer: readonly ListingId[] | null;
  };
  /** Answered when all changes committed before the question are applied and the catalogue is computed for this day. */
  readonly catchUp: { readonly parameters: { readonly today: string }; readonly answer: null };
};

/**
 * The listings of a result page. The listings are sent before the facet counts, so that the server reads them from the
 * database while the thread counts.
 */
export type PageListings = Pick<SearchResult, 'hasMore' | 'corrections' | 'isPartial'> & {
  readonly ids: readonly ListingId[];
  /** Cursor of the last listing on the page; null when the page is empty. */
  readonly lastCursor: Cursor | null;
};
/** The facet counts of a search, computed on the same state as its page. */
export type PageCounts = Pick<SearchResult, 'total'> & {
  /**
   * The facets of packages/contract/search.ts as JSON text. Copying a text between threads costs less than copying
   * hundreds of small objects.
   */
  readonly facetsJson: string;
};
/**
 * The page that a search found, and its facet counts, which arrive later. When counting fails, `countsPromise` rejects.
 * The caller may ignore `countsPromise`.
 */
export type FoundPage = PageListings & { readonly countsPromise: Promise<PageCounts> };
/** The page of a search whose text was read; empty when the cursor of the request belongs to another order. */
export type FoundTextPage = FoundPage & { readonly understanding: CompletedUnderstanding };
export type QuestionName = keyof CatalogueQuestions;

export type CatalogueQuestion = {
  readonly [Name in QuestionName]: {
    readonly kind: Name;
    readonly requestId: number;
  } & CatalogueQuestions[Name]['parameters'];
}[QuestionName];

/** A message to the worker thread. `day` says that a new day has begun in Singapore, so depreciation values have changed. */
export type MessageToCatalogue =
  | CatalogueQuestion
  | { readonly kind: 'day'; readonly today: string }
  | { readonly kind: 'end' };

/** The state of the catalogue, which /metrics shows. */
export type CatalogueState = {
  readonly isLoaded: boolean;
  /** Number of listings in the catalogue. */
  readonly entries: number;
  /** Number of listings to load, during the first load; otherwise 0. */
  readonly listingCountToLoad: number;
  /** Memory that the catalogue occupies, in bytes. */
  readonly bytes: number;
  /** Number of times that all listings were read from the database. */
  readonly loadCount: number;
  /** Number of changes to listings and sellers that were applied since the thread started. */
  readonly appliedChangeCount: number;
  /** Number of polls that found a listing or a seller that an admin has removed from public view. */
  readonly takeDownCount: number;
  /**
   * A time in milliseconds since 1970: all changes that were committed before this time are searchable. The value is 0
   * before the first load.
   */
  readonly syncedAtMs: number;
  /** Age of the oldest change in the batch that was applied last, in seconds. */
  readonly secondsBehindDatabase: number;
  /** A position in the write-ahead log after all applied changes. */
  readonly position: WalPosition;
};

/** The last message that answers a question; for a search, a message with the page is sent before the last message. */
export type FinalAnswer = Exclude<CatalogueQuestions[QuestionName]['answer'], FoundPage> | PageCounts;

/**
 * A message from the worker thread. A message of kind `answer` without the field `answer` means that the catalogue is
 * still loading.
 */
export type MessageFromCatalogue =
  | {
      readonly kind: 'cars';
      readonly requestId: number;
      readonly cars: PageListings | Omit<FoundTextPage, 'countsPromise'>;
    }
  | { readonly kind: 'answer'; readonly requestId: number; readonly answer?: FinalAnswer }
  | { readonly kind: 'failed'; readonly requestId: number; readonly message: string }
  | { readonly kind: 'state'; readonly state: CatalogueState }
  /** An error after which the worker thread retries automatically. The server logs this message. */
  | { readonly kind: 'fault'; readonly message: string };
