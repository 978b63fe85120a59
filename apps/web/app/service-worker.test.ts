import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const workerProgram = readFileSync(join(import.meta.dirname, '../public/sw.js'), 'utf8');
const origin = 'https://cars.example';
const offlineFiles = ['/offline.html', '/offline.css', '/offline.js', '/favicon.svg'];

type WorkerRequest = { readonly url: string; readonly method: string; readonly mode: string };
type WorkerEvent = {
  request?: WorkerRequest;
  waitUntil?(pendingWork: Promise<unknown>): void;
  respondWith?(answer: Promise<unknown>): void;
};

/**
 * Runs the service worker with a cache that records what is stored. `network` returns the responses to the worker's
 * requests.
 */
function startWorker(fetchFromNetwork: (request: WorkerRequest) => Promise<unknown>) {
  const listeners = new Map<string, (event: WorkerEvent) => void>();
  const storedPaths: string[] = [];
  const cache = {
    addAll: async (files: { url: string; credentials: string }[]) => {
      for (const { url, credentials } of files) storedPaths.push(`${url} ${credentials}`);
    },
    put: async ({ url }: WorkerRequest) => void storedPaths.push(url),
  };
  const caches = {
    open: async () => cache,
    keys: async () => [],
    match: async (path: string) => `stored ${path}`,
  };
  class Request {
    readonly url: string;
    readonly credentials: string;
    constructor(url: string, { credentials }: { credentials: string }) {
      this.url = url;
      this.credentials = credentials;
    }
  }
  const workerScope = { skipWaiting: async () => undefined, location: { origin } };
  const addEventListener = (name: string, listener: (event: WorkerEvent) => void) => listeners.set(name, listener);
  runInNewContext(workerProgram, {
    self: workerScope,
    caches,
    Request,
    URL,
    fetch: fetchFromNetwork,
    addEventListener,
    Promise,
  });
  return {
    stored: storedPaths,
    async install(): Promise<void> {
      let pendingWork: Promise<unknown> | undefined;
      listeners.get('install')?.({
        waitUntil: (promise) => {
          pendingWork = promise;
        },
      });
      await pendingWork;
    },
    /** Returns the worker's response; undefined when the worker leaves the request to the browser. */
    async answerTo(path: string, mode: string, method = 'GET'): Promise<unknown> {
      let answer: Promise<unknown> | undefined;
      listeners.get('fetch')?.({
        request: { url: `${origin}${path}`, mode, method },
        respondWith: (promise) => {
          answer = promise;
        },
      });
      return answer;
    },
  };
}

const answerFromNetwork = async ({ url }: WorkerRequest) => ({ url, clone: () => ({ url }) });
const failFromNetwork = async () => {
  throw new TypeError('Failed to fetch');
};

it('stores the four files of the offline page, fetched without cookies', async () => {
  const worker = startWorker(answerFromNetwork);
  await worker.install();
  expect(worker.stored).toEqual(offlineFiles.map((file) => `${file} omit`));
});

it('returns a page from the network and does not store it', async () => {
  const worker = startWorker(answerFromNetwork);
  expect(await worker.answerTo('/dashboard/myOrders', 'navigate')).toMatchObject({
    url: `${origin}/dashboard/myOrders`,
  });
  expect(worker.stored).toEqual([]);
});

it('returns the offline page and its files when no response arrives', async () => {
  const worker = startWorker(failFromNetwork);
  expect(await worker.answerTo('/dashboard', 'navigate')).toBe('stored /offline.html');
  expect(await worker.answerTo('/offline.css', 'no-cors')).toBe('stored /offline.css');
});

it.each([
  ['a call of the API', '/api/v1/me', 'cors', 'GET'],
  ['an image', '/media/one.webp', 'no-cors', 'GET'],
  ['a form that is sent', '/cars', 'navigate', 'POST'],
])('leaves %s to the browser', async (_requestKind, path, mode, method) => {
  const worker = startWorker(failFromNetwork);
  expect(await worker.answerTo(path, mode, method)).toBeUndefined();
  expect(worker.stored).toEqual([]);
});
