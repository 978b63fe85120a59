import type { Context } from '../context.ts';
import { importCars } from '../imports/import-cars.ts';
import { type Answer, call, type TestUser } from './builders.ts';
import type { TestServer } from './test-server.ts';

/** A seller's import calls, and the job that runs their work. */
export type ImportTestClient = {
  /** The import as its seller sees it. */
  read(id: string): Promise<Answer['body']>;
  begin(id: string, stepName: 'check' | 'start' | 'stop'): Promise<Answer>;
  /** Runs the next job of an import; with the test server's context by default. */
  work(id: string, context?: Context, signal?: AbortSignal): Promise<void>;
  /** The number of the seller's listings in any status. */
  countCars(): Promise<number>;
};

export function createImportTestClient(server: TestServer, seller: TestUser): ImportTestClient {
  return {
    read: async (id) => (await call(server, seller, 'GET', `/api/v1/imports/${id}`)).body,
    begin: (id, stepName) => call(server, seller, 'POST', `/api/v1/imports/${id}/${stepName}`, {}),
    work: (id, context = server.context, signal = new AbortController().signal) =>
      importCars(context, id as never, signal),
    countCars: async () => {
      const { rows } = await server.context.pool.query('SELECT FROM listing WHERE seller_id = $1', [seller.id]);
      return rows.length;
    },
  };
}

/** Makes a dealer's file of different cars, because a car that is in a file twice is imported only once. */
export const makeCarList = (count: number): string =>
  `Stock no,Car,Price,Reg date,Mileage\n${Array.from({ length: count }, (_, index) => `n${index},Ferrari Roma,${900_000 + index},28-May-21,4000\n`).join('')}`;
