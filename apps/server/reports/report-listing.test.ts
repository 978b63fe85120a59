import { publicName } from '@carhouse/domain/account/public-name';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { openReportMaximum, visitorReportMaximum } from '@carhouse/domain/report/report';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rateLimits, withoutRateLimits } from '../http/limits/rate-limits.ts';
import { type Answer, call, makeCar, makeUser, password, type TestUser } from '../testing/builders.ts';
import { unlimitedProtection } from '../testing/test-node.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let buyer: TestUser;
let seller: TestUser;
let car: ListingId;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
  buyer = await makeUser(server, 'Buyer');
});
afterAll(() => server.close());
beforeEach(async () => {
  seller = await makeUser(server, 'Seller');
  car = await makeCar(server, seller);
});

type ListedReport = Record<string, unknown> & { readonly _id: string; readonly seller: { readonly _id: string } };
const reportCar = (caller: TestUser | null, body: object, id: string = car): Promise<Answer> =>
  call(server, caller, 'POST', `/api/v1/listings/${id}/reports`, body);
const reportSeller = (caller: TestUser | null, body: object, name = publicName(seller.id)): Promise<Answer> =>
  call(server, caller, 'POST', `/api/v1/sellers/${name}/reports`, body);
const body = { ground: 'not-real', text: 'The same photos are on another site.' };

/** Reads all reports about the seller. */
async function listReportsOfSeller(stage: 'open' | 'closed'): Promise<readonly ListedReport[]> {
  const reportsOfAllPages: ListedReport[] = [];
  let cursor = '';
  do {
    const answer = await call(server, admin, 'GET', `/api/v1/reports?stage=${stage}${cursor}`);
    expect(answer.status).toBe(200);
    reportsOfAllPages.push(...(answer.body.reports as ListedReport[]));
    const next = answer.body.next as string | null;
    cursor = next === null ? '' : `&cursor=${next}`;
  } while (cursor !== '');
  return reportsOfAllPages.filter((report) => report.seller._id === seller.id);
}

describe('a report', () => {
  it('of a car and of its seller is taken from visitors and users, and read by admins with who sent it', async () => {
    expect((await reportCar(null, { ground: 'already-sold' })).status).toBe(201);
    const { body: reportAnswer, status } = await reportCar(buyer, body);
    expect(status).toBe(201);
    expect((await reportSeller(buyer, { ground: 'other', text: 'They never answer.' })).status).toBe(201);
    const ofSeller = { _id: seller.id, name: seller.name, status: 'active', verified: false, openReports: 3 };
    expect(await listReportsOfSeller('open')).toEqual([
      expect.objectContaining({ ground: 'already-sold', text: '', reporter: null, seller: ofSeller }),
      {
        _id: reportAnswer.insertedId,
        ...body,
        state: 'open',
        decision: null,
        car: { _id: car, productCategory: 'Ferrari', productModel: 'Roma', status: 'available' },
        seller: ofSeller,
        reporter: { _id: buyer.id, name: buyer.name },
        createdAt: expect.any(String),
        closedAt: null,
      },
      expect.objectContaining({ ground: 'other', car: null }),
    ]);
  });

  it('is made once: again, it answers with the same open report', async () => {
    const firstAnswer = await reportCar(buyer, body);
    const repeatedAnswers = await Promise.all([1, 2, 3].map(() => reportCar(buyer, { ground: 'not-theirs' })));
    expect(repeatedAnswers.map(({ body: answer }) => answer.insertedId)).toEqual(
      Array(3).fill(firstAnswer.body.insertedId),
    );
    expect(await listReportsOfSeller('open')).toHaveLength(1);
  });

  it.each([
    ['no reason', {}, 'ground'],
    ['an unknown reason', { ground: 'ugly' }, 'ground'],
    ['another reason without words', { ground: 'other' }, 'text'],
    ['1,001 characters', { ground: 'not-real', text: 'x'.repeat(1_001) }, 'text'],
    ['another field', { ground: 'not-real', sellerId: 'x' }, ''],
  ])('is refused with %s', async (_case, refusedBody, field) => {
    for (const answer of [await reportCar(null, refusedBody), await reportSeller(null, refusedBody)]) {
      expect(answer.status).toBe(422);
      expect((answer.body.errors as { path: string }[])[0]?.path).toBe(field);
    }
    expect(await listReportsOfSeller('open')).toEqual([]);
  });

  it('is 404 for what the reporter cannot see, and 409 for the own car and name', async () => {
    const draftListingId = await makeCar(server, seller, { status: 'draft' });
    for (const id of [draftListingId, '0190c1a0-0000-7000-8000-000000000000', 'x'])
      expect((await reportCar(buyer, body, id)).status).toBe(404);
    const sellerWithoutCars = await makeUser(server, 'Seller');
    for (const name of [publicName(sellerWithoutCars.id), publicName(buyer.id), seller.id, 'x'])
      expect((await reportSeller(null, body, name)).status).toBe(404);
    for (const answer of [await reportCar(seller, body), await reportSeller(seller, body)])
      expect(answer).toMatchObject({ status: 409, body: { code: 'OWN_REPORT' } });
  });

  it('is refused while very many about one seller are open', async () => {
    await server.context.pool.query(
      `INSERT INTO report (id, seller_id, ground, text, state, created_at)
       SELECT gen_random_uuid(), $1, 'not-real', '', 'open', date_trunc('milliseconds', now()) FROM generate_series(1, $2)`,
      [seller.id, openReportMaximum],
    );
    expect(await reportCar(buyer, body)).toMatchObject({ status: 409, body: { code: 'REPORT_LIMIT' } });
    expect(await listReportsOfSeller('open')).toHaveLength(openReportMaximum);
  });

  it('of a user is taken when anonymous reports have been sent in numbers', async () => {
    const insertReportsSql = `INSERT INTO report (id, seller_id, ground, text, state, created_at)
       SELECT gen_random_uuid(), $1, 'not-real', '', 'open', date_trunc('milliseconds', now()) FROM generate_series(1, $2)`;
    await server.context.pool.query(insertReportsSql, [seller.id, visitorReportMaximum - 1]);
    expect((await reportCar(null, body)).status).toBe(201);
    expect(await reportCar(null, body)).toMatchObject({ status: 409, body: { code: 'REPORT_LIMIT' } });
    expect((await reportCar(buyer, body)).status).toBe(201);
  });

  it('is in nothing that the seller reads', async () => {
    await reportCar(buyer, body);
    for (const path of [
      '/api/v1/overview',
      '/api/v1/me/export',
      `/api/v1/listings/${car}`,
      '/api/v1/me/cars?state=all',
    ]) {
      const { body: answer } = await call(server, seller, 'GET', path);
      expect(JSON.stringify(answer)).not.toContain(body.text);
      expect(JSON.stringify(answer)).not.toContain(buyer.id);
    }
    expect((await call(server, seller, 'GET', '/api/v1/reports?stage=open')).status).toBe(403);
  });
});

describe('an admin', () => {
  it('dismisses a report once, with a reason that is in the audit', async () => {
    const { body: reportAnswer } = await reportCar(buyer, body);
    const path = `/api/v1/reports/${String(reportAnswer.insertedId)}/dismissal`;
    const dismissalAnswers = await Promise.all(
      [1, 2].map(() => call(server, admin, 'POST', path, { reason: 'It is real.' })),
    );
    expect(new Set(dismissalAnswers.map(({ body: answer }) => answer.modifiedCount))).toEqual(new Set([0, 1]));
    expect(await listReportsOfSeller('open')).toEqual([]);
    expect(await listReportsOfSeller('closed')).toMatchObject([{ state: 'dismissed', decision: 'It is real.' }]);
    const audit = await call(
      server,
      admin,
      'GET',
      `/api/v1/audit?noun=report&nounId=${String(reportAnswer.insertedId)}`,
    );
    expect(audit.body.entries).toMatchObject([
      { action: 'dismiss', actorId: admin.id, before: { state: 'open' }, after: { state: 'dismissed' } },
    ]);
    for (const [caller, status] of [
      [null, 401],
      [buyer, 403],
      [seller, 403],
    ] as const)
      expect((await call(server, caller, 'POST', path, { reason: 'It is real.' })).status).toBe(status);
    const unknownReportDismissalPath = '/api/v1/reports/0190c1a0-0000-7000-8000-000000000000/dismissal';
    expect((await call(server, admin, 'POST', unknownReportDismissalPath, { reason: 'It is real.' })).status).toBe(404);
  });

  it('upholds the reports about a car by hiding it, and all about a seller by suspending them', async () => {
    const otherCar = await makeCar(server, seller, { title: 'Portofino' });
    await reportCar(buyer, body);
    await reportCar(null, body, otherCar);
    await reportSeller(buyer, body);
    await call(server, admin, 'POST', `/api/v1/listings/${car}/hiding`, { reason: 'A fake.' });
    expect(await listReportsOfSeller('open')).toHaveLength(2);
    expect(await listReportsOfSeller('closed')).toMatchObject([
      { state: 'upheld', car: { _id: car, status: 'hidden' } },
    ]);
    await call(server, admin, 'POST', `/api/v1/accounts/${seller.id}/suspension`, { reason: 'Fakes.' });
    expect(await listReportsOfSeller('open')).toEqual([]);
    expect((await listReportsOfSeller('closed')).map(({ state }) => state)).toEqual(['upheld', 'upheld', 'upheld']);
    const { rows } = await server.context.pool.query(
      "SELECT action FROM audit_entry WHERE noun = 'report' AND noun_id IN (SELECT id::text FROM report WHERE seller_id = $1)",
      [seller.id],
    );
    expect(rows).toEqual(Array(3).fill({ action: 'uphold' }));
  });
});

describe('a person who leaves', () => {
  it('is no longer named in their reports; an open one keeps its words until it is decided', async () => {
    const leavingUser = await makeUser(server, 'Buyer');
    await reportCar(leavingUser, body);
    const exportAnswer = await call(server, leavingUser, 'GET', '/api/v1/me/export');
    expect(exportAnswer.body.reports).toMatchObject([{ listingId: car, ground: 'not-real', text: body.text }]);
    expect((await call(server, leavingUser, 'DELETE', '/api/v1/me', { password })).status).toBe(200);
    expect(await listReportsOfSeller('open')).toMatchObject([{ text: body.text, reporter: null }]);
  });

  it('as a seller ends the reports about them, and takes their words away', async () => {
    await reportCar(buyer, body);
    expect((await call(server, seller, 'DELETE', '/api/v1/me', { password })).status).toBe(200);
    const { rows } = await server.context.pool.query('SELECT state, text FROM report WHERE seller_id = $1', [
      seller.id,
    ]);
    expect(rows).toEqual([{ state: 'obsolete', text: '' }]);
  });
});

it('is refused after ten in an hour from one address, whatever is reported', async () => {
  const limitedServer = await startTestServer({
    ...unlimitedProtection,
    rateLimits: withoutRateLimits({ reports: rateLimits.reports }),
  });
  try {
    const limitedSeller = await makeUser(limitedServer, 'Seller');
    const cars = [
      await makeCar(limitedServer, limitedSeller),
      await makeCar(limitedServer, limitedSeller, { title: 'Portofino' }),
    ];
    const statuses: number[] = [];
    for (let sentCount = 0; sentCount < 11; sentCount += 1) {
      const url = `/api/v1/listings/${cars[sentCount % 2]}/reports`;
      const remoteAddress = '198.18.0.77';
      const answer = await limitedServer.app.inject({ method: 'POST', url, payload: body, remoteAddress });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(201), 429]);
  } finally {
    await limitedServer.close();
  }
});
