import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Catalogue } from '@carhouse/search/query/catalogue';
import { suggest } from '@carhouse/search/query/suggest';
import { understand } from '@carhouse/search/query/understand';
import { CatalogueKeeper } from './catalogue-keeper.ts';
import type {
  CatalogueQuestion,
  CatalogueStart,
  FromCatalogue,
  PageCounts,
  ToCatalogue,
} from './catalogue-messages.ts';
import { FacetWriter } from './write-facets.ts';

/**
 * The thread of the catalogue: it holds the stock in its memory and answers one question after the other, so that neither
 * loading nor a heavy question stops the event loop of the server. It is given no environment; a fault that it does not expect
 * ends it, and the server starts another one (catalogue-client.ts).
 */
const port = parentPort;
if (port === null) throw new Error('The catalogue runs in a thread of its own.');

/** Searches give way to what serves visitors. Linux counts the priority of each thread; elsewhere it would be that of the server. */
const gentle = 5;
if (process.platform === 'linux' && getPriority() < gentle) setPriority(gentle);

const tell = (message: FromCatalogue): void => port.postMessage(message);

const keeper = new CatalogueKeeper(workerData as CatalogueStart, {
  state: (state) => tell({ kind: 'state', state }),
  fault: (error) =>
    tell({ kind: 'fault', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
});

let facetWriter = new FacetWriter(new Map());

port.on('message', (message: ToCatalogue) => {
  if (message.kind === 'end') void keeper.end();
  else if (message.kind === 'day') keeper.beginDay(message.today);
  else if (message.kind === 'brands') facetWriter = new FacetWriter(message.names);
  else answer(message);
});
await keeper.run();
port.close();

function answer(question: CatalogueQuestion): void {
  const { number } = question;
  if (question.kind === 'catchUp') {
    void keeper.catchUp(question.today).then(() => tell({ kind: 'answer', number, answer: null }));
    return;
  }
  try {
    const answer = find(question);
    tell(answer === undefined ? { kind: 'answer', number } : { kind: 'answer', number, answer });
  } catch (error) {
    tell({ kind: 'failed', number, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

type PageQuestion = Extract<CatalogueQuestion, { kind: 'page' }>;

/** Undefined while the catalogue is loading. */
function find(asked: Exclude<CatalogueQuestion, { kind: 'catchUp' }>) {
  const { catalogue } = keeper;
  if (catalogue === null) return undefined;
  if (asked.kind === 'search') return catalogue.search(asked.query);
  if (asked.kind === 'page') return answerPage(catalogue, asked);
  if (asked.kind === 'similar') return catalogue.similar(asked.car, asked.limit);
  const { vocabulary } = keeper;
  if (vocabulary === null) return undefined;
  if (asked.kind === 'understand') return understand(asked.text, vocabulary);
  return suggest(asked.text, vocabulary, asked.limit, (start, most) => catalogue.commonWords(start, most));
}

/** Tells the cars first: the server asks the database about them while this thread counts. Nothing changes in between. */
function answerPage(catalogue: Catalogue, { number, query }: PageQuestion): PageCounts {
  const { found, more, corrections, isPartial, count } = catalogue.find(query);
  const cars = { ids: found.map(({ id }) => id), last: found.at(-1)?.place ?? null, more, corrections, isPartial };
  tell({ kind: 'cars', number, cars });
  const { total, words, histograms } = count();
  return { total, facets: facetWriter.write({ words, histograms }, query.words) };
}
