import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAuthorisationTable } from './authorisation-table.ts';
import { type Actor, type AuthorisationData, makeActors, makeAuthorisationData } from './authorisation-world.ts';
import { startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let testData: AuthorisationData;
let actors: readonly Actor[];

beforeAll(async () => {
  server = await startTestServer();
  testData = await makeAuthorisationData(server);
  actors = await makeActors(server, testData);
  await server.context.pool.query(
    "UPDATE account SET number = '+65 9' || substring(id::text from 30) WHERE number IS NULL",
  );
});
afterAll(() => server.close());

/**
 * The exceptions to invariant I23: routes whose responses may contain personal data of another user. According to the
 * specification, the buyer of a booking sees the seller's e-mail address (section 3), and admins see the e-mail
 * addresses of all users in the lists of users (section 2). A seller sees the e-mail addresses of their buyers.
 */
const sellerEmailRoutes = ['GET /api/myorders', 'GET /api/payment/:id', 'GET /api/v1/orders/:id'];
/** The routes that show a seller the e-mail addresses of their buyers. */
const buyerEmailRoutes = ['GET /api/v1/sales', 'GET /api/v1/orders/:id'];
/** The page of an order shows each party the telephone number of the other party. */
const routesWithPhoneNumbers = ['GET /api/v1/orders/:id'];
/** Routes that show admins the data of a user, or the payment of a booking. */
const adminRoutes = [
  'GET /api/v1/accounts',
  'GET /api/v1/accounts/:id',
  'GET /api/users/:email',
  'GET /api/usersrole',
  'GET /api/usersroleBuyers',
  'GET /api/payment/:id',
  'GET /api/v1/orders/:id',
  'GET /api/v1/feedback',
];

type KnownUser = { readonly id: string; readonly email: string; readonly number: string };

it('are in no response to another user, except where the specification shows them', async () => {
  const people = (
    await server.context.pool.query<KnownUser>("SELECT id, email, number FROM account WHERE status <> 'deleted'")
  ).rows;
  const otherFields = new Map([
    [1, testData.buyer1.id],
    [2, testData.buyer2.id],
    [3, testData.seller1.id],
    [4, testData.seller2.id],
    [5, testData.admin.id],
  ] as [number, string][]);
  const foundFields: string[] = [];
  let answers = 0;
  for (const [route, address] of makeAuthorisationTable(testData).filter((row) => row[0].startsWith('GET '))) {
    for (const actor of actors) {
      const answer = await server.app.inject({ url: address, headers: actor.headers });
      if (answer.statusCode === 200) answers += 1;
      for (const person of people.filter(({ id }) => id !== otherFields.get(actor.column))) {
        const admins = actor.column === 5 && adminRoutes.includes(route);
        const sellers = actor.column === 1 && person.id === testData.seller1.id && sellerEmailRoutes.includes(route);
        const buyers = actor.column === 3 && person.id === testData.buyer1.id && buyerEmailRoutes.includes(route);
        const mayShowPhoneNumbers = (sellers || buyers) && routesWithPhoneNumbers.includes(route);
        const hiddenTexts = [
          ...(admins || sellers || buyers ? [] : [person.email]),
          ...(admins || mayShowPhoneNumbers ? [] : [person.number]),
        ];
        for (const text of hiddenTexts) {
          if (answer.body.includes(text)) foundFields.push(`${route} shows ${actor.name} ${text}`);
        }
      }
    }
  }
  expect(answers).toBeGreaterThan(100);
  expect(foundFields).toEqual([]);
});
