import { type CarFact, factNames, mapFacts, noFacts } from '@carhouse/domain/car/car-facts';
import { chooseMapping } from '@carhouse/importer/guess/choose-mapping';
import { createRowReader } from '@carhouse/importer/read/read-row';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { makeListingForm } from '../testing/images.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller');
});
afterAll(() => server.close());

/**
 * Returns an example value of a fact as API responses have it. Forms and dealers' lists contain the values of facts as
 * text.
 */
function makeSampleValue(fact: CarFact): string | number | boolean {
  if (fact.kind === 'text') return 'Sedan';
  if (fact.kind === 'whole number') return fact.minimum + 2;
  if (fact.kind === 'choice') return fact.values[0] ?? '';
  if (fact.kind === 'day') return '2021-03-04';
  return fact.kind === 'money' ? 12_345 : true;
}

const facts = mapFacts((_, fact) => makeSampleValue(fact));

async function makeDraftCar(facts: object): Promise<string> {
  const carForm = makeListingForm([], { status: 'draft', facts });
  const { status, body } = await call(server, seller, 'POST', '/api/v1/listings', carForm);
  expect(status, JSON.stringify(body)).toBe(201);
  return String(body.insertedId);
}

describe('every fact of a car', () => {
  it('that a seller gives is in the answers, in its own column and in the export', async () => {
    const factsAsText = mapFacts((name, { kind }) => (kind === 'yes or no' ? facts[name] : String(facts[name])));
    const id = await makeDraftCar(factsAsText);
    expect((await call(server, seller, 'GET', `/api/v1/listings/${id}/edition`)).body.facts).toEqual(facts);
    expect((await call(server, seller, 'GET', `/api/v1/listings/${id}`)).body.facts).toEqual(facts);
    const exportedListings = (await call(server, seller, 'GET', '/api/v1/me/export')).body.listings as { id: string }[];
    expect(exportedListings.find((each) => each.id === id)).toMatchObject(facts);
    const { rows } = await server.context.pool.query('SELECT * FROM listing WHERE id = $1', [id]);
    const storedFacts = mapFacts((_, { column }) => rows[0][column]);
    expect(storedFacts).toEqual(
      mapFacts((name, { kind }) => (kind === 'money' ? BigInt(Number(facts[name]) * 100) : facts[name])),
    );
  });

  it('may be unknown, one by one', async () => {
    for (const name of factNames) {
      const id = await makeDraftCar({ ...facts, [name]: null });
      const { body } = await call(server, seller, 'GET', `/api/v1/listings/${id}/edition`);
      expect(body.facts).toEqual({ ...facts, [name]: null });
    }
    const id = await makeDraftCar({});
    expect((await call(server, seller, 'GET', `/api/v1/listings/${id}/edition`)).body.facts).toEqual(noFacts);
  });

  it('is read from a list of the own format, and refused outside of its bounds in a form', async () => {
    const row: Record<string, unknown> = { ref: 'r1', title: 'Roma', brand: 'Ferrari', location: 'Bedok' };
    Object.assign(row, { resalePrice: 868_000, yearOfPurchase: 2021, ...facts, coeRenewed: 'yes' });
    const header = Object.keys(row);
    const { mapping, binding } = chooseMapping({ header, sample: [] }, 'carhouse');
    const context = { mapping, columns: binding.columns, width: header.length, today: '2026-11-22' };
    const readRow = createRowReader({ ...context, isBrand: () => true })(Object.values(row).map(String));
    expect('draft' in readRow ? readRow.draft.facts : readRow).toEqual(
      mapFacts((name, { kind }) => (kind === 'money' ? BigInt(Number(facts[name]) * 100) : facts[name])),
    );
    for (const [name, fact] of Object.entries(mapFacts((_, each) => each))) {
      const invalidValue =
        fact.kind === 'whole number' ? fact.maximum + 1 : 'x'.repeat(fact.kind === 'text' ? fact.maximum + 1 : 1);
      const carForm = makeListingForm([], { status: 'draft', facts: { [name]: invalidValue } });
      const { status, body } = await call(server, seller, 'POST', '/api/v1/listings', carForm);
      expect([name, status]).toEqual([name, 422]);
      expect(JSON.stringify(body.errors)).toContain(`facts.${name}`);
    }
  });

  it('is described by OpenAPI, in what is sent and in what is answered', async () => {
    const document = JSON.stringify((await call(server, null, 'GET', '/api/docs/json')).body);
    for (const name of factNames) expect(document.split(`"${name}":`).length).toBeGreaterThan(2);
  });
});
