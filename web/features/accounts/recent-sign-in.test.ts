import { deleteBuyer } from '@carhouse/contract/accounts';
import { createClient } from '@carhouse/contract/client';
import { afterEach, describe, expect, it } from 'vitest';
import { answerRecentSignIn, withRecentSignIn } from './recent-sign-in.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const problem = (status: number, code: string) =>
  new Response(JSON.stringify({ type: 'about:blank', title: '', status, code, detail: code, requestId: 'r' }), {
    status,
  });
const refused = () => problem(403, 'RECENT_SIGN_IN_REQUIRED');
const done = () => new Response(JSON.stringify({ acknowledged: true, deletedCount: 1 }));

/** A house that gives these answers, one after the other; and a person who answers the question so. */
function setUp(answers: (() => Response)[], person?: () => Promise<boolean>) {
  let sent = 0;
  const client = withRecentSignIn(
    createClient({
      origin: '',
      timeout: 1_000,
      fetch: async () => (answers[sent++] ?? done)(),
    }),
  );
  if (person !== undefined) stops.push(answerRecentSignIn(person));
  return { remove: () => client(deleteBuyer, { params: { id: 'b1' } }), sent: () => sent };
}

describe('a call that wants a recent sign-in', () => {
  it('is made again once the person has confirmed who he is', async () => {
    const { remove, sent } = setUp([refused], async () => true);
    expect(await remove()).toMatchObject({ deletedCount: 1 });
    expect(sent()).toBe(2);
  });

  it('stays refused when he does not, when nobody can ask, and when it is refused again', async () => {
    const given = setUp([refused], async () => false);
    await expect(given.remove()).rejects.toMatchObject({ code: 'RECENT_SIGN_IN_REQUIRED' });
    expect(given.sent()).toBe(1);
    stops.splice(0).forEach((stop) => {
      stop();
    });
    const nobody = setUp([refused]);
    await expect(nobody.remove()).rejects.toMatchObject({ code: 'RECENT_SIGN_IN_REQUIRED' });
    const twice = setUp([refused, refused], async () => true);
    await expect(twice.remove()).rejects.toMatchObject({ code: 'RECENT_SIGN_IN_REQUIRED' });
    expect(twice.sent()).toBe(2);
  });

  it('asks once for several that are refused together, and again for the next', async () => {
    let questions = 0;
    const gate = Promise.withResolvers<boolean>();
    const { remove } = setUp([refused, refused, done, done, refused], () => {
      questions += 1;
      return gate.promise;
    });
    const both = Promise.all([remove(), remove()]);
    await expect.poll(() => questions).toBe(1);
    gate.resolve(true);
    expect(await both).toHaveLength(2);
    expect(questions).toBe(1);
    await remove();
    expect(questions).toBe(2);
  });

  it('passes every other refusal on', async () => {
    const { remove } = setUp([() => problem(404, 'NOT_FOUND')], async () => true);
    await expect(remove()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
