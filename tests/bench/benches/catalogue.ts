import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Catalogue } from '@carhouse/search/query/catalogue';
import type { CatalogueEntry } from '@carhouse/search/query/entry';
import { suggest } from '@carhouse/search/query/suggest';
import { TextIndex } from '@carhouse/search/text/text-index';
import { namedFacets, Vocabulary } from '@carhouse/search/text/vocabulary';
import type { BenchSize } from '../bench-size.ts';
import { generateListings } from '../generate-listings.ts';
import { type BenchRun, type Figures, summarise } from '../samples.ts';
import { type BenchQuery, makeBenchQueries, makePartlyTypedTexts, type QueryKind } from '../search-queries.ts';

/** Number of listings that are generated before they are added, so that generating them is not measured. */
const batchSize = 5_000;
const changesPerSecond = 500;
/** The interval between two batches of changes, in milliseconds. */
const changeIntervalMs = 20;
/** Number of maintenance steps between two searches. */
const maintenanceStepCount = 20_000;

/**
 * Measures the catalogue in this process, without a worker or a network: loading, memory, searches, and searches while
 * listings change.
 */
export async function benchCatalogue({ listings, runCount, seconds }: BenchSize): Promise<Figures[]> {
  const retainedBytesBefore = readRetainedBytes();
  const { catalogue, loadMs } = load(listings);
  const retainedBytes = readRetainedBytes() - retainedBytesBefore;
  const vocabulary = new Vocabulary();
  vocabulary.updateCounts(Object.fromEntries(namedFacets.map((facet) => [facet, catalogue.listValues(facet)])));
  const calls = Math.round(seconds * 400);
  const collectedFigures: Figures[] = [
    { bench: 'catalogue: load', listings, load_ms: Math.round(loadMs), per_s: Math.round((listings * 1000) / loadMs) },
    {
      bench: 'catalogue: memory',
      listings,
      mb: Math.round(retainedBytes / 1e6),
      bytes_a_listing: Math.round(retainedBytes / listings),
    },
  ];
  for (const kind of ['faceted', 'text'] satisfies readonly QueryKind[]) {
    const benchSearches = makeBenchQueries(kind, calls);
    measureRun(benchSearches.slice(0, 50), ({ query }) => catalogue.search(query));
    const measuredSearches = repeatRuns(runCount, () =>
      measureRun(benchSearches, ({ query }) => catalogue.search(query)),
    );
    collectedFigures.push({ ...summarise(`search in-process ${kind}`, 1, measuredSearches), listings });
  }
  const typedTexts = makePartlyTypedTexts(calls);
  const suggestForText = (text: string) =>
    suggest(text, vocabulary, 8, (beginning, countMaximum) => catalogue.findFrequentTerms(beginning, countMaximum));
  measureRun(typedTexts.slice(0, 50), suggestForText);
  const measuredSuggestions = repeatRuns(runCount, () => measureRun(typedTexts, suggestForText));
  collectedFigures.push({ ...summarise('suggest in-process', 1, measuredSuggestions), listings });
  collectedFigures.push(measureChanges(catalogue, { listings, runCount, seconds }));
  return collectedFigures;
}

function load(count: number): { readonly catalogue: Catalogue; readonly loadMs: number } {
  // This capacity is the one that the server allocates (apps/server/catalogue/synced-catalogue.ts).
  const catalogue = new Catalogue({ text: new TextIndex(), capacity: Math.ceil(count * 1.05) + 1_024 });
  let loadMs = 0;
  let cars: CatalogueEntry[] = [];
  const loadBatch = (): void => {
    const startTime = performance.now();
    for (const car of cars) catalogue.put(car);
    loadMs += performance.now() - startTime;
    cars = [];
  };
  for (const car of generateListings({ count })) if (cars.push(car) === batchSize) loadBatch();
  loadBatch();
  const startTime = performance.now();
  while (catalogue.maintain(1e7));
  return { catalogue, loadMs: loadMs + performance.now() - startTime };
}

/**
 * Searches one after the other while listings are added, removed, and changed in price and description. A search waits
 * for changes that are due, so its measured time includes the time of these changes.
 */
function measureChanges(catalogue: Catalogue, { listings, runCount, seconds }: BenchSize): Figures {
  const benchSearches = makeBenchQueries('faceted', 500);
  const cars = [...generateListings({ count: Math.min(listings, 20_000) })];
  let changedCount = 0;
  const measuredSearches = repeatRuns(runCount, () => {
    const latenciesMs: number[] = [];
    const startTime = performance.now();
    const changedCountBefore = changedCount;
    while (performance.now() - startTime < seconds * 1000) {
      const startedAt = performance.now();
      const dueChangeCount =
        Math.floor((startedAt - startTime) / changeIntervalMs) * (changesPerSecond / (1000 / changeIntervalMs));
      for (; changedCount - changedCountBefore < dueChangeCount; changedCount += 1)
        changeCar(catalogue, cars[changedCount % cars.length], changedCount);
      catalogue.maintain(maintenanceStepCount);
      const { query } = benchSearches[latenciesMs.length % benchSearches.length] ?? throwEmptyListError();
      catalogue.search(query);
      latenciesMs.push(performance.now() - startedAt);
    }
    return { latenciesMs, elapsedMs: performance.now() - startTime };
  });
  return { ...summarise('search in-process faceted, 500 changes a second', 1, measuredSearches), listings };
}

function changeCar(catalogue: Catalogue, car: CatalogueEntry | undefined, changeNumber: number): void {
  if (car === undefined) return;
  if (changeNumber % 5 === 0 && catalogue.remove(car.id)) return;
  const description = changeNumber % 5 === 1 ? `${car.description} Price reduced ${changeNumber}.` : car.description;
  catalogue.put({ ...car, price: car.price + changeNumber * 100, description });
}

function measureRun<Asked>(queries: readonly Asked[], runQuery: (query: Asked) => unknown): BenchRun {
  const latenciesMs: number[] = [];
  const startTime = performance.now();
  for (const query of queries) {
    const startMs = performance.now();
    runQuery(query);
    latenciesMs.push(performance.now() - startMs);
  }
  return { latenciesMs, elapsedMs: performance.now() - startTime };
}

function repeatRuns(runTotal: number, run: () => BenchRun): BenchRun[] {
  return Array.from({ length: runTotal }, run);
}

/** The bytes in use after a garbage collection. */
function readRetainedBytes(): number {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function throwEmptyListError(): BenchQuery {
  throw new Error('There is no search.');
}
