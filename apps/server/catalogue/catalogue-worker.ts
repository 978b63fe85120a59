import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Catalogue } from '@carhouse/search/query/catalogue';
import { suggest } from '@carhouse/search/query/suggest';
import { understand } from '@carhouse/search/query/understand';
import { filtersOfQuery, findAlike } from '@carhouse/search/query/understanding/alike';
import type {
  CatalogueQuestion,
  CatalogueWorkerOptions,
  MessageFromCatalogue,
  MessageToCatalogue,
  PageCounts,
} from './catalogue-messages.ts';
import { CatalogueUpdater } from './catalogue-updater.ts';
import { writeFacets } from './write-facets.ts';

/**
 * The worker thread of the catalogue. The thread holds the search index and answers one question at a time. Neither loading
 * nor a slow search blocks the server's event loop. The thread gets no environment variables. An unexpected error ends the
 * thread, and the server restarts it (catalogue-client.ts).
 */
const mainThreadPort = parentPort;
if (mainThreadPort === null) throw new Error('The catalogue needs a worker thread.');

/**
 * The nice value of the worker thread, so that it has a lower priority than the threads that serve requests. The nice
 * value is set only on Linux, where each thread has a priority of its own. On other systems the nice value would lower
 * the priority of the whole server.
 */
const backgroundPriority = 5;
if (process.platform === 'linux' && getPriority() < backgroundPriority) setPriority(backgroundPriority);

const postToServer = (message: MessageFromCatalogue): void => mainThreadPort.postMessage(message);

const updater = new CatalogueUpdater(workerData as CatalogueWorkerOptions, {
  state: (state) => postToServer({ kind: 'state', state }),
  reportFault: (error) =>
    postToServer({ kind: 'fault', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
});

mainThreadPort.on('message', (message: MessageToCatalogue) => {
  if (message.kind === 'end') void updater.end();
  else if (message.kind === 'day') updater.startDay(message.today);
  else {
    updater.noteQuestion();
    answer(message);
  }
});
await updater.run();
mainThreadPort.close();

function answer(question: CatalogueQuestion): void {
  const { requestId } = question;
  if (question.kind === 'catchUp') {
    void updater.catchUp(question.today).then(() => postToServer({ kind: 'answer', requestId, answer: null }));
    return;
  }
  try {
    const answer = answerQuestion(question);
    postToServer(answer === undefined ? { kind: 'answer', requestId } : { kind: 'answer', requestId, answer });
  } catch (error) {
    postToServer({
      kind: 'failed',
      requestId,
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
}

type PageQuestion = Extract<CatalogueQuestion, { kind: 'page' }>;

/** Answers a question. @returns undefined while the catalogue is loading. */
function answerQuestion(question: Exclude<CatalogueQuestion, { kind: 'catchUp' }>) {
  const { catalogue } = updater;
  if (catalogue === null) return undefined;
  if (question.kind === 'search') return catalogue.search(question.query);
  if (question.kind === 'page') return answerPage(catalogue, question);
  if (question.kind === 'similar') return catalogue.findSimilar(question.car, question.limit);
  if (question.kind === 'quantile') return catalogue.quantileOf(question.query, question.of, question.share);
  if (question.kind === 'phrases') return catalogue.phrasesIn(question.query, question.phrases);
  const { vocabulary } = updater;
  if (vocabulary === null) return undefined;
  if (question.kind === 'relax') {
    return { ...catalogue.relax(question.query), alikeCars: findAlike(filtersOfQuery(question.query), vocabulary) };
  }
  if (question.kind === 'understand') {
    return understand(question.text, vocabulary, { today: question.today, words: catalogue.openKnownWords() });
  }
  const { brandNames } = updater;
  const suggestions = suggest(question.text, vocabulary, question.limit, (prefix, limit) =>
    catalogue.frequentTerms(prefix, limit),
  );
  return suggestions.map((each) =>
    each.kind === 'brand' ? { ...each, text: brandNames.get(each.value) ?? each.text } : each,
  );
}

/**
 * Sends the ids of the page's listings first, and then counts the facets. Meanwhile the server reads the listings from
 * the database. The catalogue does not change between the page and the counts.
 */
function answerPage(catalogue: Catalogue, { requestId, query }: PageQuestion): PageCounts {
  const { found, hasMore, corrections, isPartial, count } = catalogue.find(query);
  const cars = {
    ids: found.map(({ id }) => id),
    lastCursor: found.at(-1)?.cursor ?? null,
    hasMore,
    corrections,
    isPartial,
  };
  postToServer({ kind: 'cars', requestId, cars });
  const { total, facetCounts, histograms } = count();
  return { total, facets: writeFacets({ facetCounts, histograms }, updater.brandNames, query.facetFilters) };
}
