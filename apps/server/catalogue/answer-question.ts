import { DomainError } from '@carhouse/domain/errors/domain-error';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import type { Catalogue } from '@carhouse/search/query/catalogue';
import type { CatalogueQuery } from '@carhouse/search/query/query';
import { suggest } from '@carhouse/search/query/suggest';
import { understand } from '@carhouse/search/query/understand';
import { findAlike, listQueryFilters } from '@carhouse/search/query/understanding/alike';
import type { Vocabulary } from '@carhouse/search/text/vocabulary';
import { completeUnderstanding } from '../search/complete-understanding.ts';
import {
  addUnderstoodFilters,
  type CompletedUnderstanding,
  isTextWithoutWords,
  readQuery,
} from '../search/read-query.ts';
import type { CatalogueClient } from './catalogue-client.ts';
import type {
  CatalogueQuestion,
  CatalogueQuestions,
  PageCounts,
  PageListings,
  QuestionName,
} from './catalogue-messages.ts';
import { writeFacets } from './write-facets.ts';

/** The data from which questions are answered. */
export type AnswerSources = {
  readonly catalogue: Catalogue;
  readonly vocabulary: Vocabulary;
  /** Display names of the brands, by API name. */
  readonly brandNames: ReadonlyMap<string, string>;
};

type QuestionNameHandledElsewhere = 'page' | 'textPage' | 'catchUp';

/** Answers a question whose answer is one message. */
export function answerQuestion(
  { catalogue, vocabulary, brandNames }: AnswerSources,
  question: Exclude<CatalogueQuestion, { kind: QuestionNameHandledElsewhere }>,
) {
  if (question.kind === 'search') return catalogue.search(question.query);
  if (question.kind === 'similar') return catalogue.findSimilar(question.car, question.limit);
  if (question.kind === 'quantile') return catalogue.computeQuantile(question.query, question.of, question.share);
  if (question.kind === 'presentPhrases') return catalogue.findPhrases(question.query, question.phrases);
  if (question.kind === 'relax') {
    return { ...catalogue.relax(question.query), alikeCars: findAlike(listQueryFilters(question.query), vocabulary) };
  }
  const suggestions = suggest(question.text, vocabulary, question.limit, (prefix, limit) =>
    catalogue.findFrequentTerms(prefix, limit),
  );
  return suggestions.map((each) =>
    each.kind === 'brand' ? { ...each, text: brandNames.get(each.value) ?? each.text } : each,
  );
}

/**
 * A page of a search, and the function that counts its facets. The catalogue must not change between the search and the
 * count.
 */
export type CountablePage = { readonly listings: PageListings; readonly count: () => PageCounts };

export function findPage({ catalogue, brandNames }: AnswerSources, query: CatalogueQuery): CountablePage {
  const { found, hasMore, corrections, isPartial, count } = catalogue.find(query);
  return {
    listings: {
      ids: found.map(({ id }) => id),
      lastCursor: found.at(-1)?.cursor ?? null,
      hasMore,
      corrections,
      isPartial,
    },
    count: () => {
      const { total, facetCounts, histograms } = count();
      return { total, facetsJson: writeFacets({ facetCounts, histograms }, brandNames, query.facetFilters) };
    },
  };
}

const emptyPage: CountablePage = {
  listings: { ids: [], lastCursor: null, hasMore: false, corrections: [], isPartial: false },
  count: () => ({ total: 0, facetsJson: '{}' }),
};

/**
 * Reads the text of a search, and finds the page of listings that have its filters. No other message is handled
 * meanwhile, because every answer that this function awaits is computed in this thread without waiting.
 */
export async function findTextPage(
  sources: AnswerSources,
  { request, nowMs }: Extract<CatalogueQuestion, { kind: 'textPage' }>,
): Promise<{ readonly understanding: CompletedUnderstanding; readonly page: CountablePage }> {
  const now = new Date(nowMs);
  const words = sources.catalogue.openKnownWords();
  const textUnderstanding = understand(request.q ?? '', sources.vocabulary, { today: toSingaporeDay(now), words });
  const context = { catalogue: makeLocalCatalogue(sources), now: () => now };
  const understanding = await completeUnderstanding(context, request, textUnderstanding);
  const query = readTextQuery(addUnderstoodFilters(request, understanding), now);
  return { understanding, page: query === null ? emptyPage : findPage(sources, query) };
}

/**
 * @returns null for a text without any word, such as punctuation only, and for a cursor that belongs to another sort
 * order.
 */
function readTextQuery(request: Parameters<typeof readQuery>[0], now: Date): CatalogueQuery | null {
  try {
    const query = readQuery(request, now);
    return isTextWithoutWords(query) ? null : query;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** Makes a catalogue that answers in the thread that asks. */
export function makeLocalCatalogue(sources: AnswerSources): Pick<CatalogueClient, 'ask'> {
  return {
    async ask<Name extends QuestionName>(kind: Name, parameters: CatalogueQuestions[Name]['parameters']) {
      const question = { kind, requestId: 0, ...parameters } as unknown as CatalogueQuestion;
      return answerLocally(sources, question);
    },
  };
}

async function answerLocally(sources: AnswerSources, question: CatalogueQuestion) {
  if (question.kind === 'catchUp') throw new Error('Only the thread of the catalogue can wait for changes.');
  if (question.kind === 'page') return countPage(findPage(sources, question.query));
  if (question.kind !== 'textPage') return answerQuestion(sources, question);
  const { understanding, page } = await findTextPage(sources, question);
  return { ...countPage(page), understanding };
}

function countPage({ listings, count }: CountablePage) {
  return { ...listings, countsPromise: Promise.resolve(count()) };
}
