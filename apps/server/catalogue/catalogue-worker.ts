import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Catalogue } from '@carhouse/search/query/catalogue';
import { suggest } from '@carhouse/search/query/suggest';
import { understand } from '@carhouse/search/query/understand';
import type {
  CatalogueQuestion,
  CatalogueWorkerOptions,
  FromCatalogue,
  PageCounts,
  ToCatalogue,
} from './catalogue-messages.ts';
import { CatalogueUpdater } from './catalogue-updater.ts';
import { writeFacets } from './write-facets.ts';

/**
 * The worker thread of the catalogue. The thread holds the search index and answers one question at a time. Neither loading
 * nor a slow search blocks the server's event loop. The thread gets no environment variables. An unexpected error ends the
 * thread, and the server restarts it (catalogue-client.ts).
 */
const port = parentPort;
if (port === null) throw new Error('The catalogue needs a worker thread.');

/**
 * The worker thread has a lower priority than the threads that serve requests. Only Linux has a priority for each thread; on
 * other systems this call would lower the priority of the whole server.
 */
const backgroundPriority = 5;
if (process.platform === 'linux' && getPriority() < backgroundPriority) setPriority(backgroundPriority);

const post = (message: FromCatalogue): void => port.postMessage(message);

const updater = new CatalogueUpdater(workerData as CatalogueWorkerOptions, {
  state: (state) => post({ kind: 'state', state }),
  fault: (error) =>
    post({ kind: 'fault', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
});

port.on('message', (message: ToCatalogue) => {
  if (message.kind === 'end') void updater.end();
  else if (message.kind === 'day') updater.beginDay(message.today);
  else answer(message);
});
await updater.run();
port.close();

function answer(question: CatalogueQuestion): void {
  const { requestId } = question;
  if (question.kind === 'catchUp') {
    void updater.catchUp(question.today).then(() => post({ kind: 'answer', requestId, answer: null }));
    return;
  }
  try {
    const answer = find(question);
    post(answer === undefined ? { kind: 'answer', requestId } : { kind: 'answer', requestId, answer });
  } catch (error) {
    post({
      kind: 'failed',
      requestId,
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
}

type PageQuestion = Extract<CatalogueQuestion, { kind: 'page' }>;

/** Returns undefined while the catalogue is loading. */
function find(asked: Exclude<CatalogueQuestion, { kind: 'catchUp' }>) {
  const { catalogue } = updater;
  if (catalogue === null) return undefined;
  if (asked.kind === 'search') return catalogue.search(asked.query);
  if (asked.kind === 'page') return answerPage(catalogue, asked);
  if (asked.kind === 'similar') return catalogue.similar(asked.car, asked.limit);
  if (asked.kind === 'quarter') return catalogue.quarterOf(asked.query, asked.of);
  if (asked.kind === 'relax') return catalogue.relax(asked.query);
  const { vocabulary } = updater;
  if (vocabulary === null) return undefined;
  if (asked.kind === 'understand') {
    return understand(asked.text, vocabulary, { today: asked.today, words: catalogue.openKnownWords() });
  }
  const { brandNames } = updater;
  const found = suggest(asked.text, vocabulary, asked.limit, (start, most) => catalogue.commonTerms(start, most));
  return found.map((each) =>
    each.kind === 'brand' ? { ...each, text: brandNames.get(each.value) ?? each.text } : each,
  );
}

/**
 * Sends the listings of the page first. The server reads them from the database while this thread counts the facets. The
 * catalogue does not change between the page and the counts.
 */
function answerPage(catalogue: Catalogue, { requestId, query }: PageQuestion): PageCounts {
  const { found, more, corrections, isPartial, count } = catalogue.find(query);
  const cars = { ids: found.map(({ id }) => id), last: found.at(-1)?.cursor ?? null, more, corrections, isPartial };
  post({ kind: 'cars', requestId, cars });
  const { total, facetCounts, histograms } = count();
  return { total, facets: writeFacets({ facetCounts, histograms }, updater.brandNames, query.facetFilters) };
}
