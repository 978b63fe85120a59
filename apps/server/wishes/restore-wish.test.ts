import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Answer, call, makeCar, makeUser, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let seller: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  seller = await makeUser(server, 'Seller', { verified: true });
});
afterEach(() => server.setClock(() => new Date()));
afterAll(() => server.close());

const restoreAs = (caller: TestUser, undoText: unknown): Promise<Answer> =>
  call(server, caller, 'POST', '/api/v1/wish-restorations', { undo: undoText });
const readWishes = async (caller: TestUser) =>
  (await call(server, caller, 'GET', '/api/mywish')).body as unknown as Record<string, unknown>[];

/** Makes a user who has removed a wish, and returns the removed wish and the text that restores it. */
async function makeRemovedWish() {
  const buyer = await makeUser(server, 'Buyer');
  const car = await makeCar(server, seller);
  server.setClock(() => new Date(Date.now() - 5 * 86_400_000));
  await call(server, buyer, 'POST', '/api/wishLists', { productId: car });
  server.setClock(() => new Date());
  await server.context.pool.query('UPDATE listing SET resale_price_cents = 80000000 WHERE id = $1', [car]);
  const [wishBefore] = await readWishes(buyer);
  const { body } = await call(server, buyer, 'DELETE', `/api/v1/wishes/${String(wishBefore?._id)}`);
  return { buyer, car, before: wishBefore, undo: body.undo };
}

it('puts the wish back as it was, with its time and its price of that day; a repetition changes nothing', async () => {
  const { buyer, before: wishBefore, undo: undoText } = await makeRemovedWish();
  expect(await readWishes(buyer)).toEqual([]);
  const answers = await Promise.all([
    restoreAs(buyer, undoText),
    restoreAs(buyer, undoText),
    restoreAs(buyer, undoText),
  ]);
  expect(answers.map(({ status, body }) => [status, body.insertedId])).toEqual(
    answers.map(() => [200, wishBefore?._id]),
  );
  expect(wishBefore).toMatchObject({ resalePrice: 868_000, priceNow: 800_000 });
  expect(await readWishes(buyer)).toEqual([wishBefore]);
});

it('keeps a wish that was made again in the meantime', async () => {
  const { buyer, car, undo: undoText } = await makeRemovedWish();
  const wishAnswer = await call(server, buyer, 'POST', '/api/wishLists', { productId: car });
  expect((await restoreAs(buyer, undoText)).body.insertedId).toBe(wishAnswer.body.insertedId);
  expect(await readWishes(buyer)).toMatchObject([{ _id: wishAnswer.body.insertedId, resalePrice: 800_000 }]);
});

it('refuses the text of another user, a changed one, and one that is older than ten minutes', async () => {
  const { buyer, undo: undoText } = await makeRemovedWish();
  const stranger = await makeUser(server, 'Buyer');
  expect(await restoreAs(stranger, undoText)).toMatchObject({ status: 422, body: { code: 'INVALID' } });
  expect(await readWishes(stranger)).toEqual([]);
  const text = String(undoText);
  expect((await restoreAs(buyer, `${text.slice(0, -3)}AAA`)).status).toBe(422);
  expect((await restoreAs(buyer, '')).status).toBe(422);
  server.setClock(() => new Date(Date.now() + 601_000));
  expect((await restoreAs(buyer, undoText)).status).toBe(422);
  expect(await readWishes(buyer)).toEqual([]);
});

it('restores the wish for a car that is no longer on sale', async () => {
  const { buyer, car, before: wishBefore, undo: undoText } = await makeRemovedWish();
  await server.context.pool.query("UPDATE listing SET status = 'withdrawn' WHERE id = $1", [car]);
  expect((await restoreAs(buyer, undoText)).status).toBe(200);
  expect(await readWishes(buyer)).toEqual([{ ...wishBefore, available: false, status: 'withdrawn' }]);
});

it('shows nothing of a car that may no longer be read and was changed since', async () => {
  const { buyer, car, undo: undoText } = await makeRemovedWish();
  await server.context.pool.query("UPDATE listing SET description = 'Private', status = 'withdrawn' WHERE id = $1", [
    car,
  ]);
  expect(await restoreAs(buyer, undoText)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(await readWishes(buyer)).toEqual([]);
  // All users may read the listing again.
  await server.context.pool.query("UPDATE listing SET status = 'available' WHERE id = $1", [car]);
  expect((await restoreAs(buyer, undoText)).status).toBe(200);
  expect(await readWishes(buyer)).toMatchObject([{ resalePrice: 868_000 }]);
});
