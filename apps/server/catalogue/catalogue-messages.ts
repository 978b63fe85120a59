import type { MinimumParfRule } from '@carhouse/domain/car/depreciation';
import type { ListingId } from '@carhouse/domain/listing/listing';
import type { CatalogueQuery, Cursor } from '@carhouse/search/query/query';
import type { SearchResult } from '@carhouse/search/query/search-result';
import type { SimilarityTarget } from '@carhouse/search/query/similar-listings';
import type { Suggestion } from '@carhouse/search/query/suggest';
import type { Understanding } from '@carhouse/search/query/understand';

/** What the thread of the catalogue is told when it begins. */
export type CatalogueWorkerOptions = {
  readonly databaseUrl: string;
  readonly minimumParfRules: readonly MinimumParfRule[];
  /** The day in Singapore, ISO date. */
  readonly today: string;
  /** Milliseconds between two looks at what has changed. */
  readonly pollMs: number;
};

/** What is asked, by the name of the question, and what is answered. */
export type CatalogueQuestions = {
  readonly search: { readonly asked: { readonly query: CatalogueQuery }; readonly answer: SearchResult };
  /** A search of the wire. */
  readonly page: { readonly asked: { readonly query: CatalogueQuery }; readonly answer: FoundPage };
  /** Filters that are said in plain words. */
  readonly understand: { readonly asked: { readonly text: string }; readonly answer: Understanding };
  readonly suggest: {
    readonly asked: { readonly text: string; readonly limit: number };
    readonly answer: readonly Suggestion[];
  };
  /** Null for the id of a car that is not on offer: who asks then says what the car is. */
  readonly similar: {
    readonly asked: { readonly car: SimilarityTarget | ListingId; readonly limit: number };
    readonly answer: readonly ListingId[] | null;
  };
  /** Answered when everything that was committed before the question is in, and the catalogue is of this day. */
  readonly catchUp: { readonly asked: { readonly today: string }; readonly answer: null };
};

/** The cars of a page, which are told before anything is counted: whoever asked reads them meanwhile. */
export type PageCars = Pick<SearchResult, 'more' | 'corrections' | 'isPartial'> & {
  readonly ids: readonly ListingId[];
  /** Of the last car. */
  readonly last: Cursor | null;
};
/** What is counted in a search, of the same moment as its cars. */
export type PageCounts = Pick<SearchResult, 'total'> & {
  /** The facets of packages/contract/search.ts as JSON: nobody has to copy and write hundreds of small objects. */
  readonly facets: string;
};
/** `counts` is rejected as the question would be. Nobody has to wait for it. */
export type FoundPage = PageCars & { readonly counts: Promise<PageCounts> };
export type QuestionName = keyof CatalogueQuestions;

export type CatalogueQuestion = {
  readonly [Name in QuestionName]: {
    readonly kind: Name;
    readonly requestId: number;
  } & CatalogueQuestions[Name]['asked'];
}[QuestionName];

/** To the thread. `day`: a new one has begun in Singapore, so what a car costs a year has changed. */
export type ToCatalogue =
  | CatalogueQuestion
  | { readonly kind: 'day'; readonly today: string }
  /** What people read for each brand, by its wire name. */
  | { readonly kind: 'brands'; readonly names: ReadonlyMap<string, string> }
  | { readonly kind: 'end' };

/** How the catalogue stands. */
export type CatalogueState = {
  readonly loaded: boolean;
  readonly entries: number;
  /** Cars that are being read for the first catalogue; 0 before that is known and behind it. */
  readonly reading: number;
  readonly bytes: number;
  /** How often the whole stock was read. */
  readonly loads: number;
  /** When everything committed until then was in, in milliseconds since 1970; 0 before the first time. */
  readonly syncedAt: number;
  /** How old the oldest change was when it was last taken in, in seconds. */
  readonly lag: number;
};

/** What ends a question: of a page its cars are told before. */
export type LastAnswer = Exclude<CatalogueQuestions[QuestionName]['answer'], FoundPage> | PageCounts;

/** From the thread. An answer without `answer` says that there is none: the catalogue is still loading. */
export type FromCatalogue =
  | { readonly kind: 'cars'; readonly requestId: number; readonly cars: PageCars }
  | { readonly kind: 'answer'; readonly requestId: number; readonly answer?: LastAnswer }
  | { readonly kind: 'failed'; readonly requestId: number; readonly message: string }
  | { readonly kind: 'state'; readonly state: CatalogueState }
  /** It goes on by itself; somebody should know. */
  | { readonly kind: 'fault'; readonly message: string };
