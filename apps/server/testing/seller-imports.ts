import type { Context } from '../context.ts';
import { importCars } from '../imports/import-cars.ts';
import { type Answer, call, type TestUser } from './builders.ts';
import type { TestServer } from './test-server.ts';

/** What a seller does with imports of theirs, and the job that works on them. */
export type SellerImports = {
  /** What the seller sees of an import. */
  read(id: string): Promise<Answer['body']>;
  begin(id: string, what: 'check' | 'start' | 'stop'): Promise<Answer>;
  /** Does the next work on an import, as the job would; with the test server's own context when none is given. */
  work(id: string, context?: Context, signal?: AbortSignal): Promise<void>;
  /** How many cars the seller has, in whatever state. */
  countCars(): Promise<number>;
};

export function sellerImports(server: TestServer, seller: TestUser): SellerImports {
  return {
    read: async (id) => (await call(server, seller, 'GET', `/api/v1/imports/${id}`)).body,
    begin: (id, what) => call(server, seller, 'POST', `/api/v1/imports/${id}/${what}`, {}),
    work: (id, context = server.context, signal = new AbortController().signal) =>
      importCars(context, id as never, signal),
    countCars: async () => {
      const { rows } = await server.context.pool.query('SELECT FROM listing WHERE seller_id = $1', [seller.id]);
      return rows.length;
    },
  };
}

/** A dealer's list of so many cars that differ: a car that stands twice in a file comes in once. */
export const manyCars = (count: number): string =>
  `Stock no,Car,Price,Reg date,Mileage\n${Array.from({ length: count }, (_, place) => `n${place},Ferrari Roma,${900_000 + place},28-May-21,4000\n`).join('')}`;
