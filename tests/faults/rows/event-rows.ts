import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { providerWebhookPath } from '@carhouse/server/http/routing/provider-paths';
import { makeCardEvent, signBody } from '@carhouse/server/testing/card-events';
import { waitUntil } from '@carhouse/server/testing/processes';
import { findBrokenAudits } from '../../cluster/judge.ts';
import type { FaultRow, RowResult } from '../fault-row.ts';
import { bookCar, confirmCharge, FaultClient, makeLoadPeople, openCharge } from '../rig/fault-load.ts';
import { type FaultTestbed, withTestbed } from '../rig/fault-testbed.ts';
import { ClientHistory } from '../rig/history.ts';
import { runSuite } from '../rig/run-suite.ts';
import { stopAndJudge } from '../rig/try-fault.ts';

const orderCount = 24;

/** Lets buyers book and pay, and close their browsers before they have told the server. @returns ids of the bookings. */
async function payAndCloseBrowser(testbed: FaultTestbed, history: ClientHistory): Promise<readonly string[]> {
  const { buyers, cars } = await makeLoadPeople(testbed);
  const bookings: string[] = [];
  for (let number = 0; number < orderCount; number += 1) {
    const [buyer, car] = [buyers[number % buyers.length], cars.pop()];
    if (buyer === undefined || car === undefined) break;
    const client = new FaultClient(testbed.origin, history, number);
    const booking = await bookCar(client, buyer, car);
    const secret = await openCharge(client, buyer, booking.id);
    if (secret !== undefined && (await confirmCharge(client, testbed, secret))) bookings.push(booking.id);
  }
  return bookings;
}

async function countPaidBookings({ pool }: FaultTestbed, bookings: readonly string[]): Promise<number> {
  const sql = "SELECT count(*)::int AS count FROM booking WHERE id = ANY ($1) AND status = 'paid'";
  const { rows } = await pool.query<{ count: number }>(sql, [bookings]);
  return rows[0]?.count ?? 0;
}

/** Makes the events of the provider arrive with the given fault, after the buyers have closed their browsers. */
function deliverFaultyEvents(
  fault: Parameters<FaultTestbed['sandbox']['faults']['addWebhookFault']>[0],
  mustBePaidByEvents: boolean,
): () => Promise<RowResult> {
  return () =>
    withTestbed({}, async (testbed) => {
      const history = new ClientHistory();
      testbed.sandbox.faults.addWebhookFault(fault);
      const bookings = await payAndCloseBrowser(testbed, history);
      const failures: string[] = [];
      if (bookings.length < orderCount) failures.push(`only ${bookings.length} buyers have paid`);
      if (mustBePaidByEvents) {
        await waitUntil(
          'the last payment',
          30_000,
          async () => (await countPaidBookings(testbed, bookings)) === bookings.length,
        ).catch((error: Error) => failures.push(error.message));
      }
      const paidByEventsCount = await countPaidBookings(testbed, bookings);
      failures.push(...(await stopAndJudge(testbed, history)));
      const paidCount = await countPaidBookings(testbed, bookings);
      if (paidCount < bookings.length) failures.push(`${paidCount} of ${bookings.length} bookings are paid`);
      return {
        figures: { paidAtProvider: bookings.length, paidByEvents: paidByEventsCount, paid: paidCount },
        failures,
      };
    });
}

/** Collects the events of the provider, and delivers them in reverse order, each twice. */
function deliverReversed(): Promise<RowResult> {
  return withTestbed({}, async (testbed) => {
    const history = new ClientHistory();
    const eventBodies: string[] = [];
    const webhookReceiver = createServer((request, response) => {
      void text(request).then((body) => {
        eventBodies.push(body);
        response.writeHead(200).end();
      });
    });
    await new Promise<void>((resolve) => webhookReceiver.listen(0, '127.0.0.1', resolve));
    testbed.sandbox.setWebhookUrl(`http://127.0.0.1:${(webhookReceiver.address() as AddressInfo).port}/`);
    try {
      const bookings = await payAndCloseBrowser(testbed, history);
      await wait(1_500);
      const statuses = new Set<number>();
      for (const body of eventBodies.toReversed())
        for (let copy = 0; copy < 2; copy += 1) statuses.add(await postEvent(testbed, body));
      const paidByEventsCount = await countPaidBookings(testbed, bookings);
      const failures = [...statuses]
        .filter((status) => status !== 200)
        .map((status) => `an event was answered ${status}`);
      if (paidByEventsCount < bookings.length)
        failures.push(`${paidByEventsCount} of ${bookings.length} bookings are paid`);
      failures.push(...(await stopAndJudge(testbed, history)));
      return {
        figures: { events: eventBodies.length, paidAtProvider: bookings.length, paidByEvents: paidByEventsCount },
        failures,
      };
    } finally {
      webhookReceiver.close();
    }
  });
}

async function postEvent(
  testbed: Pick<FaultTestbed, 'origin' | 'keys'>,
  body: string,
  secrets?: string[],
): Promise<number> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signWithSecrets(body, secrets ?? [testbed.keys.webhookSecret]),
  };
  const answer = await fetch(`${testbed.origin}${providerWebhookPath}`, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  return answer.status;
}

/** A signature header by several secrets, as the provider sends it while its secret is replaced. */
function signWithSecrets(body: string, secrets: readonly string[]): string {
  const seconds = Math.floor(Date.now() / 1_000);
  const hashes = secrets.map((secret) => signBody(body, secret, { seconds }).split(',')[1]);
  return [`t=${seconds}`, ...hashes].join(',');
}

/** Replaces the secret of the webhook: first both secrets are valid, then only the new secret. */
async function replaceSecret(): Promise<RowResult> {
  const [oldSecret, newSecret] = ['whsec_oldoldoldoldoldold', 'whsec_newnewnewnewnewnew'];
  const failures: string[] = [];
  const stripeKeys = { STRIPE_SECRET_KEY: 'sk_test_faults', STRIPE_PUBLISHABLE_KEY: 'pk_test_faults' };
  const cardVariables = { ...stripeKeys, SANDBOX_CARDS_URL: '', SANDBOX_CARDS_SECRET: '' };
  const secretsByPhase = { both: `${oldSecret},${newSecret}`, next: newSecret };
  let phase: keyof typeof secretsByPhase = 'both';
  return withTestbed(
    { env: () => ({ ...cardVariables, STRIPE_WEBHOOK_SECRET: secretsByPhase[phase] }) },
    async (testbed) => {
      // The server ignores events of this type, so no call to the card provider follows.
      const sendEvent = (secrets: string[]): Promise<number> =>
        postEvent(testbed, JSON.stringify(makeCardEvent('pi_unknown', { type: 'customer.created' })), secrets);
      const expectStatus = async (caseName: string, secrets: string[], expectedStatus: number): Promise<void> => {
        const status = await sendEvent(secrets);
        if (status !== expectedStatus) failures.push(`${caseName}: ${status} instead of ${expectedStatus}`);
      };
      await expectStatus('old secret during the overlap', [oldSecret], 200);
      await expectStatus('new secret during the overlap', [newSecret], 200);
      await expectStatus('both signatures during the overlap', [oldSecret, newSecret], 200);
      await testbed.stopProduct();
      phase = 'next';
      await testbed.startProduct();
      await expectStatus('old secret afterwards', [oldSecret], 400);
      await expectStatus('new secret afterwards', [newSecret], 200);
      await expectStatus('both signatures afterwards', [oldSecret, newSecret], 200);
      await testbed.stopProduct();
      failures.push(...(await findBrokenAudits(testbed.pool)));
      return { figures: { events: 6, refused: 1 }, failures };
    },
  );
}

/**
 * The rows about events of the card provider that are early, repeated, reordered or lost, or that are signed with a
 * replaced secret.
 */
export const eventRows: readonly FaultRow[] = [
  {
    number: '2',
    name: 'killed-while-paying',
    fault: 'a node is killed (kill -9) at each of the seven moments of a payment',
    expected: 'one charge, paid once or released, whatever the buyer does next',
    run: () => runSuite('apps/server/payments/settle-crashes.long.test.ts'),
  },
  {
    number: '21',
    name: 'slow-3ds',
    fault: 'a card is charged after the hold on the car has ended, as by a slow 3-D Secure',
    expected: 'the car is free again; a charge that comes too late is refunded once',
    run: () => runSuite('apps/server/payments/open-payment.test.ts'),
  },
  {
    number: '22',
    name: 'early-event',
    fault: 'an event arrives before the charge is stored',
    expected: 'the booking is paid once',
    run: () => runSuite('apps/server/payments/receive-event.test.ts'),
  },
  {
    number: '23',
    name: 'events-repeated',
    fault: 'every event arrives five times; browsers are closed before they have told the server',
    expected: 'one effect each, every booking is paid',
    run: deliverFaultyEvents({ kind: 'dup', copyCount: 5 }, true),
  },
  {
    number: '24',
    name: 'events-reversed',
    fault: 'all events are kept back and arrive in reverse order, each twice',
    expected: 'every event is 200, every booking is paid once, nothing goes back',
    run: deliverReversed,
  },
  {
    number: '24b',
    name: 'events-late',
    fault: 'every event waits two seconds',
    expected: 'every booking is paid',
    run: deliverFaultyEvents({ kind: 'delay', ms: 2_000 }, true),
  },
  {
    number: '25',
    name: 'events-lost',
    fault: 'no event arrives, and browsers are closed before they have told the server',
    expected: 'the reconciler pays every booking',
    run: deliverFaultyEvents({ kind: 'drop' }, false),
  },
  {
    number: '25b',
    name: 'events-forged',
    fault: 'every event has a wrong signature',
    expected: 'nothing is paid by them; the reconciler pays every booking',
    run: deliverFaultyEvents({ kind: 'bad_sig' }, false),
  },
  {
    number: '26',
    name: 'secret-rolled',
    fault: 'the secret of the webhook is replaced',
    expected: 'during the overlap both are taken, afterwards the old one is 400',
    run: replaceSecret,
  },
];
