import type { BenchSize } from '../bench-size.ts';
import { makeClientAddress, openAgent } from '../http-client.ts';
import type { RequestOptions } from '../http-exchange.ts';
import { generateLoad } from '../load-generator.ts';
import { type BenchRun, computeMedian, type Figures, roundFigure, summarise } from '../samples.ts';
import { makeBenchQueries } from '../search-queries.ts';
import { startProgram } from '../server-process.ts';
import { readMemoryMb, type StockServer } from '../stock-server.ts';
import { signUpUsers } from '../users.ts';

/**
 * The most frequent brand of the generated cars. When the stock has a thousand cars or more, its page is full (200
 * cars).
 */
const fullBrandApiPath = '/api/mercedesDatas';
const fullBrandPagePath = '/mercedes';
/** A brand page of the specification. In a small stock the page has few cars. */
const smallBrandApiPath = '/api/teslaDatas';
const concurrency = 16;

export type VisitOptions = BenchSize & { readonly peerUrl?: string | undefined };

/** Measures requests of visitors over HTTP: cached responses, and URLs that were not requested before. */
export async function benchVisits(stockServer: StockServer, options: VisitOptions): Promise<Figures[]> {
  const { server, carIds } = stockServer;
  const { listings } = options;
  const measureVisits = makeMeasureVisits(server.url, options);
  const chooseCarId = (requestNumber: number): string => carIds[requestNumber % carIds.length] ?? '';
  let uncachedUrlCount = 0;
  /**
   * Returns a URL of the newest cars of a brand that was not requested before. The cursor of the URL lies in the
   * future, and its id occurs in no other URL. The key of the cache contains only the parameters that the call knows,
   * so a URL with an unknown parameter would still be answered from the cache.
   */
  const makeUncachedUrl = (path: string): string => {
    uncachedUrlCount += 1;
    return `${path}?before=2099-12-31T00:00:00.000Z_00000000-0000-7000-8000-${uncachedUrlCount.toString(16).padStart(12, '0')}`;
  };
  const agent = openAgent(1);
  // The brand pages need a session. Several users are needed, because each session has a limit.
  const users = await signUpUsers(server, agent, { count: 24, role: 'Buyer' });
  agent.destroy();
  const makeCookieHeader = (requestNumber: number) => ({ cookie: users[requestNumber % users.length]?.cookie ?? '' });
  const figures = [
    ...(await benchBrandJson(server.url, smallBrandApiPath, options)),
    ...(await benchBrandJson(server.url, fullBrandApiPath, options)),
    await measureVisits('brand page JSON, read from the database', 1, () => makeUncachedUrl(fullBrandApiPath)),
    await measureVisits('brand page JSON, read from the database', concurrency, () =>
      makeUncachedUrl(fullBrandApiPath),
    ),
    await measureVisits('brand page HTML, rendered for its session', 1, () => fullBrandPagePath, makeCookieHeader),
    await measureVisits('listing page JSON', 1, (requestNumber) => `/api/v1/listings/${chooseCarId(requestNumber)}`),
    await measureVisits(
      'listing page JSON',
      concurrency,
      (requestNumber) => `/api/v1/listings/${chooseCarId(requestNumber)}`,
    ),
    await measureVisits('listing page HTML, rendered', 1, (requestNumber) => `/cars/${chooseCarId(requestNumber)}`),
    await measureVisits('home HTML, micro-cache', 1, () => '/'),
    await measureVisits('home HTML, micro-cache', concurrency, () => '/'),
    await measureVisits(
      'home HTML, micro-cache, gzip',
      concurrency,
      () => '/',
      () => ({ 'accept-encoding': 'gzip, br' }),
    ),
  ];
  return [...figures, { bench: 'memory after visits', listings, memory_mb: readMemoryMb(server.pid) }];
}

/** Measures different searches over HTTP, directly after the start and after a warm-up. */
export async function benchSearch(stockServer: StockServer, options: VisitOptions): Promise<Figures[]> {
  const { url } = stockServer.server;
  const figures: Figures[] = [];
  for (const kind of ['faceted', 'text'] as const) {
    const queries = makeBenchQueries(kind, 2_000).map(({ path }) => path);
    const path = (requestNumber: number): string => queries[requestNumber % queries.length] ?? '';
    const firstUncachedRun = await generateLoad(url, {
      connectionCount: 1,
      seconds: 0.3,
      makeRequest: (requestNumber) => makeVisitRequest(path(requestNumber), requestNumber),
    });
    figures.push({ ...summarise(`search HTTP ${kind}, cold`, 1, [firstUncachedRun]), listings: options.listings });
    const measureVisits = makeMeasureVisits(url, options);
    for (const connectionCount of [1, concurrency])
      figures.push(await measureVisits(`search HTTP ${kind}`, connectionCount, path));
  }
  const typedTexts = ['t', 'te', 'tes', 'tesl', 'tesla', 'mer', 'merc', 'toy', 'bed', 'model 3', 'hond', 'hodna'];
  const measureVisits = makeMeasureVisits(url, options);
  figures.push(
    await measureVisits(
      'suggest HTTP',
      1,
      (requestNumber) => `/api/v1/suggest?q=${encodeURIComponent(typedTexts[requestNumber % typedTexts.length] ?? '')}`,
    ),
  );
  return figures;
}

/**
 * Checks the other server, with which this server is compared, before any cars are loaded.
 * @throws Error when the other server cannot be measured.
 */
export async function checkPeerServer(peerUrl: string): Promise<void> {
  const { protocol, origin, pathname, search } = new URL(peerUrl);
  if (protocol !== 'http:') throw new Error(`The peer ${peerUrl} is not asked: plain http: only.`);
  await generateLoad(origin, {
    connectionCount: 1,
    seconds: 0.5,
    makeRequest: (requestNumber) => makeVisitRequest(pathname + search, requestNumber),
  });
}

/**
 * Measures this server, a bare server with the same bytes, and the other server with which it is compared. The three
 * servers are measured in turns, so that other load on the machine affects all of them.
 */
async function benchBrandJson(url: string, path: string, options: VisitOptions): Promise<Figures[]> {
  const { runCount, seconds, peerUrl, listings } = options;
  const bareServer = await startProgram('bare-server.ts', [url + path]);
  try {
    const comparedServers: [name: string, url: string, path: string, runs: BenchRun[]][] = [
      [`brand page JSON ${path}`, url, path, []],
      [`bare node:http, same bytes as ${path}`, bareServer.url, path, []],
    ];
    if (peerUrl !== undefined) {
      const { origin, pathname, search } = new URL(peerUrl);
      comparedServers.push([`peer ${peerUrl}`, origin, pathname + search, []]);
    }
    for (let runIndex = 0; runIndex <= runCount; runIndex += 1) {
      for (const [, origin, pagePath, measuredRuns] of comparedServers) {
        const loadResult = await generateLoad(origin, {
          connectionCount: concurrency,
          seconds,
          makeRequest: (requestNumber) => makeVisitRequest(pagePath, requestNumber),
        });
        // The first run is a warm-up and is not counted.
        if (runIndex > 0) measuredRuns.push(loadResult);
      }
    }
    const body = await (await fetch(url + path)).arrayBuffer();
    const [ours = [], theirs = [], peerRuns] = comparedServers.map(([, , , measuredRuns]) => measuredRuns);
    const computeMedianRatioTo = (comparedRuns: readonly BenchRun[]): number =>
      roundFigure(
        computeMedian(
          ours.map(
            (run, index) => computeRequestsPerSecond(run) / computeRequestsPerSecond(comparedRuns[index] ?? run),
          ),
        ),
      );
    const commonFigures = { bench: `brand page JSON ${path}, share of`, listings, bytes: body.byteLength };
    return [
      ...comparedServers.map(([name, , , measuredRuns]) => ({
        ...summarise(name, concurrency, measuredRuns),
        listings,
      })),
      { ...commonFigures, bench: `${commonFigures.bench} bare node:http`, share: computeMedianRatioTo(theirs) },
      ...(peerRuns === undefined
        ? []
        : [{ ...commonFigures, bench: `${commonFigures.bench} the peer`, share: computeMedianRatioTo(peerRuns) }]),
    ];
  } finally {
    await bareServer.close();
  }
}

type MeasureVisitsFunction = (
  bench: string,
  concurrency: number,
  path: (requestNumber: number) => string,
  headers?: (requestNumber: number) => Readonly<Record<string, string>>,
) => Promise<Figures>;

/** Measures one kind of request: a warm-up, then the runs. */
function makeMeasureVisits(url: string, { runCount, seconds, listings }: BenchSize): MeasureVisitsFunction {
  return async (bench, connectionCount, path, headers = () => ({})) => {
    const measuredRuns: BenchRun[] = [];
    let sentRequestCount = 0;
    for (let runIndex = 0; runIndex <= runCount; runIndex += 1) {
      const firstRequestIndex = sentRequestCount;
      const runSeconds = runIndex === 0 ? Math.min(0.5, seconds) : seconds;
      const makeRequest = (requestNumber: number) =>
        makeVisitRequest(
          path(firstRequestIndex + requestNumber),
          firstRequestIndex + requestNumber,
          headers(firstRequestIndex + requestNumber),
        );
      const loadResult = await generateLoad(url, { connectionCount, seconds: runSeconds, makeRequest });
      sentRequestCount += loadResult.latenciesMs.length;
      if (runIndex > 0) measuredRuns.push(loadResult);
    }
    return { ...summarise(bench, connectionCount, measuredRuns), listings };
  };
}

/**
 * A request of a visitor with a client address of their own, which the reverse proxy reports, so that the server's
 * limits apply.
 */
function makeVisitRequest(
  path: string,
  requestNumber: number,
  headers: Readonly<Record<string, string>> = {},
): RequestOptions {
  return { path, headers: { 'x-forwarded-for': makeClientAddress(requestNumber), ...headers } };
}

function computeRequestsPerSecond(run: BenchRun): number {
  return (run.latenciesMs.length * 1000) / run.elapsedMs;
}
