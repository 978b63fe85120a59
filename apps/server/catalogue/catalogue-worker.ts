import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type AnswerSources, answerQuestion, findPage, findTextPage } from './answer-question.ts';
import type {
  CatalogueQuestion,
  CatalogueWorkerOptions,
  MessageFromCatalogue,
  MessageToCatalogue,
} from './catalogue-messages.ts';
import { CatalogueUpdater } from './catalogue-updater.ts';

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
const backgroundNiceValue = 5;
if (process.platform === 'linux' && getPriority() < backgroundNiceValue) setPriority(backgroundNiceValue);

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
  const { catalogue, vocabulary, brandNames } = updater;
  // The catalogue is still loading.
  if (catalogue === null || vocabulary === null) {
    postToServer({ kind: 'answer', requestId });
    return;
  }
  sendAnswer({ catalogue, vocabulary, brandNames }, question).catch((error: unknown) => {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    postToServer({ kind: 'failed', requestId, message });
  });
}

/**
 * Sends the answer. For a page, this thread sends first the ids of the listings and then the facet counts. The server
 * reads the listings from the database while this thread counts.
 */
async function sendAnswer(
  sources: AnswerSources,
  question: Exclude<CatalogueQuestion, { kind: 'catchUp' }>,
): Promise<void> {
  const { requestId } = question;
  if (question.kind === 'page') {
    const { listings, count } = findPage(sources, question.query);
    postToServer({ kind: 'cars', requestId, cars: listings });
    postToServer({ kind: 'answer', requestId, answer: count() });
  } else if (question.kind === 'textPage') {
    const { understanding, page } = await findTextPage(sources, question);
    postToServer({ kind: 'cars', requestId, cars: { ...page.listings, understanding } });
    postToServer({ kind: 'answer', requestId, answer: page.count() });
  } else {
    postToServer({ kind: 'answer', requestId, answer: answerQuestion(sources, question) });
  }
}
