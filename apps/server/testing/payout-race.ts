import { setTimeout as wait } from 'node:timers/promises';
import { paynowMaximum } from '@carhouse/domain/payment/payment-method';
import { endLapsedReservations } from '../payments/cancel-reservation.ts';
import { readMissedEvents } from '../payments/read-missed-events.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { reconcilePayoutAccounts } from '../payout-accounts/reconcile-payout-accounts.ts';
import { confirmLapsedSales } from '../sales/confirm-sale.ts';
import { paySellers } from '../seller-payments/pay-sellers.ts';
import { judgePayouts, type PayoutSums } from './judge-payouts.ts';
import { makeManyPaidSellers, replaceBank } from './many-paid-sellers.ts';
import { makeManyCars, makeManyUsers, type SignedInUser } from './many-users.ts';
import { type CallResult, openCaller } from './node-caller.ts';
import { type PaymentKind, payInRace } from './pay-in-race.ts';
import { type NodeCrash, openPayoutTestbed, type PayoutTestbed } from './payout-testbed.ts';
import { runInParallel } from './run-in-parallel.ts';
import { createSeededRandom } from './seeded.ts';
import type { ServerProcess } from './server-process.ts';
import { startWebhookRelay } from './webhook-relay.ts';

export type PayoutRaceFigures = {
  readonly sums: PayoutSums;
  readonly states: Readonly<Record<string, number>>;
  /** Number of prices whose last part a bank paid to the seller. */
  readonly bankParts: number;
  readonly nodeKillCount: number;
  readonly databaseKillCount: number;
  readonly crashNames: readonly string[];
  readonly events: number;
  readonly eventPostCount: number;
};

/** Bank accounts of the sellers: most accept payouts, and some return the money before or after they have it. */
const bankNumbers = ['000123456', '000123456', '000123456', '000123456', '111111116', '555555551', '666666662'];
/**
 * The outcomes of sales, each with its cumulative share: the share of sales that have this outcome or an earlier one in
 * the list.
 */
const outcomeShares: readonly (readonly [number, SaleOutcome])[] = [
  [0.46, 'confirm'],
  [0.56, 'lapse'],
  [0.78, 'refund'],
  [0.8, 'dispute'],
  [0.84, 'give-up'],
  [0.88, 'expire'],
  [1, 'keep'],
];
/** The share of the prices that are paid in parts, besides the prices that are never paid in full. */
const shareOfPricesInParts = 0.3;
/** The largest PayNow payment in dollars. */
const paynowDollars = Number(paynowMaximum) / 100;
const partCountMaximum = 4;
/** The share of the prices in parts whose last part a bank pays to the seller. */
const shareOfBankParts = 0.5;
const salesPerSeller = 10;
const parallelSaleCount = 16;
const crashCalls = ['createTransfer', 'createPayout', 'reverseTransfer'];
const msPerHour = 3_600_000;

type SalePlan = {
  readonly seller: SignedInUser;
  readonly buyer: SignedInUser;
  readonly car: string;
  readonly outcome: SaleOutcome;
  /** The price in dollars. */
  readonly price: number;
  /** The parts of the price in dollars; empty when one charge pays the whole price. */
  readonly parts: readonly number[];
  /** Whether a bank pays the last part to the seller. */
  readonly hasBankPart: boolean;
};
/**
 * What happens after the payment: the buyer confirms, the sale is confirmed because time has passed, an admin refunds
 * at some moment, a bank disputes the last charge, or the car is not handed over. The money of the sales that are not
 * handed over is the balance from which the provider takes its fees. Refunds of sales whose sellers already have the
 * money are paid from this balance of Car House, too. A price is not paid in full in two cases: the buyer cancels, or
 * the days of the reservation end.
 */
type SaleOutcome = 'confirm' | 'lapse' | 'refund' | 'dispute' | 'keep' | 'give-up' | 'expire';
const unpaidOutcomes: readonly SaleOutcome[] = ['give-up', 'expire'];
const payableOutcomes: readonly SaleOutcome[] = ['confirm', 'lapse', 'refund'];

/**
 * Sells cars and pays their sellers with several server processes. Meanwhile, processes kill themselves before and
 * after the calls that move money, the database is killed, the provider's answers are lost, and its events are lost,
 * repeated and reordered. Some sales are refunded at any moment, some banks return the money, some sellers' accounts
 * are restricted for a while. At the end everything is reconciled, and the books are compared with the provider's
 * account.
 * @throws Error when money was lost, paid twice or forgotten.
 */
export async function runPayoutRace(options: {
  readonly seed: number;
  readonly sales: number;
  readonly nodes: number;
}): Promise<PayoutRaceFigures> {
  const testbed = await openPayoutTestbed();
  try {
    return await runOnTestbed(testbed, options);
  } finally {
    await testbed.close();
  }
}

async function runOnTestbed(
  testbed: PayoutTestbed,
  options: { readonly seed: number; readonly sales: number; readonly nodes: number },
): Promise<PayoutRaceFigures> {
  const random = createSeededRandom(options.seed);
  const figures = { nodeKillCount: 0, databaseKillCount: 0, crashNames: [] as string[] };
  const caller = openCaller();
  const nodes: ServerProcess[] = [];
  const stop = new AbortController();
  const pickItem = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

  async function startNode(nodeIndex: number): Promise<void> {
    const crashMoment = pickItem(['before', 'after']);
    const nodeCrash: NodeCrash | undefined =
      stop.signal.aborted || random() < 0.2
        ? undefined
        : { call: `${crashMoment}-${pickItem(crashCalls)}`, callCountBefore: Math.floor(random() * 12) };
    const node = await testbed.startNode(nodeCrash);
    nodes[nodeIndex] = node;
    void node.exitPromise.then(() => {
      if (nodeCrash !== undefined && node.node.signalCode === 'SIGKILL') figures.crashNames.push(nodeCrash.call);
    });
  }

  /** PayNow takes small amounts only. Charges with PayNow cannot be disputed. */
  function choosePaymentKind({ outcome, parts, price }: SalePlan, isLastCharge: boolean): PaymentKind {
    if (outcome === 'dispute' && isLastCharge) return 'disputed-card';
    const largestPartDollars = Math.max(...(parts.length > 0 ? parts : [price]));
    return largestPartDollars <= paynowDollars && random() < 0.5 ? 'paynow' : 'card';
  }

  /** Sends a call to any node until it is answered with one of these statuses or codes. */
  async function callUntilAnswered(
    actor: SignedInUser,
    path: string,
    body: object,
    finalCodes: readonly string[],
    method: 'post' | 'put' = 'post',
  ): Promise<CallResult> {
    for (let round = 0; round < 400; round += 1) {
      const node = pickItem(nodes.filter((each) => each?.isAlive()));
      const answer = node && (await caller[method](`${node.url}${path}`, actor.token, body).catch(() => undefined));
      if (answer?.status === 200 || (answer && finalCodes.includes(String(answer.body.code)))) return answer;
      await wait(50 + Math.floor(100 * random()));
    }
    throw new Error(`${path} was never answered`);
  }

  const [admin] = await makeManyUsers(testbed.pool, testbed.sessionSecret, 'admin', 1);
  if (admin === undefined) throw new Error('There is no admin.');
  const salePlans = await makeSalePlans(testbed, options.sales, random);
  await addFeeRule(testbed, admin);
  await proveFactor(testbed, admin);
  await Promise.all(Array.from({ length: options.nodes }, (_, index) => startNode(index)));
  const webhookRelay = await startWebhookRelay(
    () => nodes.filter((node) => node.isAlive()).map((node) => node.url),
    random,
  );
  testbed.sandbox.setWebhookUrl(webhookRelay.url);

  const plansByOrder = new Map<string, SalePlan>();
  async function sellCar(salePlan: SalePlan): Promise<void> {
    const { seller, buyer, car, outcome, parts, hasBankPart } = salePlan;
    const booking = { productId: car, meetingDate: 'any', buyerNumber: '9123 4567' };
    const bookingAnswer = await callUntilAnswered(buyer, '/api/bookingData', booking, []);
    const bookingId = String(bookingAnswer.body.insertedId);
    const plan = hasBankPart ? { amounts: parts.slice(0, -1), bank: parts.at(-1) } : { amounts: parts };
    if (parts.length > 0) await callUntilAnswered(buyer, `/api/v1/bookings/${bookingId}/payment-plan`, plan, [], 'put');
    const charges = Math.max(1, unpaidOutcomes.includes(outcome) || hasBankPart ? parts.length - 1 : parts.length);
    const confirmBankPartOfSale = () =>
      confirmBankPart(callUntilAnswered, { seller, buyer, admin: admin as SignedInUser }, bookingId);
    // The bank pays after the first charge, or after the last one. Either payment may complete the price.
    const chargeCountBeforeBank = random() < 0.5 ? 1 : charges;
    for (let charge = 1; charge <= charges; charge += 1) {
      await payInRace(testbed, callUntilAnswered, {
        buyer,
        bookingId,
        paymentKind: choosePaymentKind(salePlan, charge === charges),
      });
      if (hasBankPart && charge === chargeCountBeforeBank) await confirmBankPartOfSale();
    }
    plansByOrder.set(bookingId, salePlan);
    if (outcome === 'give-up')
      await callUntilAnswered(buyer, `/api/v1/bookings/${bookingId}/cancellation`, {}, [
        'ILLEGAL_TRANSITION',
        'ALREADY_PAID',
      ]);
    if (!payableOutcomes.includes(outcome)) return;
    const url = `/api/v1/orders/${bookingId}`;
    for (const step of ['transferred', 'handed-over'])
      await callUntilAnswered(seller, `${url}/steps`, { step }, ['ILLEGAL_TRANSITION']);
    if (outcome === 'lapse') return;
    await callUntilAnswered(buyer, `${url}/confirmation`, {}, ['ILLEGAL_TRANSITION']);
    if (outcome !== 'refund') return;
    await wait(3_000 * random());
    await callUntilAnswered(
      admin as SignedInUser,
      `/api/v1/payments/${bookingId}/refund`,
      { reason: 'Not as described' },
      ['CHARGE_DISPUTED'],
    );
  }

  async function disturbRace(): Promise<void> {
    const faultKinds = ['truncated', 'rst_after_create', '500', 'slow_ms'] as const;
    for (let round = 0; !stop.signal.aborted; round += 1) {
      await wait(250);
      const kind = pickItem(faultKinds);
      const callPattern = /POST \/v1\/(?:transfers|payouts|refunds)/;
      testbed.sandbox.faults.addApiFault(
        kind === 'slow_ms' ? { kind, ms: 800, on: callPattern, times: 1 } : { kind, on: callPattern, times: 2 },
      );
      await testbed.sandbox.delayedChangeControl.settle();
      for (const [place, node] of nodes.entries()) if (!node.isAlive()) await startNode(place);
      if (round % 6 === 5) {
        const index = Math.floor(random() * nodes.length);
        await nodes[index]?.kill();
        figures.nodeKillCount += 1;
        await startNode(index);
      }
      if (round % 16 === 15) {
        await testbed.killDatabase();
        figures.databaseKillCount += 1;
      }
      if (round % 10 === 4) await restrictForAWhile(testbed, pickItem(salePlans).seller.id, 1_500);
    }
  }

  const disturbancePromise = disturbRace();
  try {
    testbed.sandbox.delayedChangeControl.hold();
    await runInParallel(salePlans, parallelSaleCount, sellCar);
    // The nodes go on for a while, because the last sales are not transferred yet.
    await wait(4_000);
  } finally {
    stop.abort();
    await disturbancePromise;
    caller.close();
  }
  testbed.sandbox.faults.clear();
  await Promise.all(nodes.map((node) => node.stop()));
  await webhookRelay.waitUntilSettled();
  testbed.sandbox.setWebhookUrl(undefined);
  await webhookRelay.close();
  await settleAll(testbed);
  const payableOrderIds = [...plansByOrder]
    .filter(([, { outcome }]) => payableOutcomes.includes(outcome))
    .map(([id]) => id);
  const { events, postCount } = webhookRelay.readFigures();
  const judgementPromise = judgePayouts(testbed.pool, testbed.sandbox.account, payableOrderIds);
  return {
    ...(await judgementPromise.catch((error: Error) => describeFault(testbed, error))),
    bankParts: salePlans.filter((plan) => plan.hasBankPart).length,
    ...figures,
    events,
    eventPostCount: postCount,
  };
}

/** Adds the known facts about the first orders that a fault names. @throws Error always. */
async function describeFault({ pool, sandbox }: PayoutTestbed, fault: Error): Promise<never> {
  const ids = [...new Set(fault.message.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [])].slice(0, 2);
  const lines: string[] = [];
  for (const id of ids) {
    const { rows } = await pool.query<{ known: object }>(
      `SELECT jsonb_build_object('sale', s.state, 'account', (SELECT jsonb_build_object('state', a.state, 'reason', a.disabled_reason,
                'nextCheckAt', a.next_check_at) FROM payout_account a WHERE a.seller_id = s.seller_id),
              'transfers', (SELECT jsonb_agg(to_jsonb(t)) FROM transfer t WHERE t.booking_id = s.booking_id),
              'payouts', (SELECT jsonb_agg(to_jsonb(p)) FROM payout p WHERE p.booking_id = s.booking_id),
              'refunds', (SELECT jsonb_agg(to_jsonb(r)) FROM refund r JOIN payment y ON y.attempt_id = r.attempt_id
                          WHERE y.booking_id = s.booking_id),
              'entries', (SELECT jsonb_agg(e.cause ORDER BY e.number) FROM ledger_entry e WHERE e.booking_id = s.booking_id)) AS known
       FROM sale s WHERE s.booking_id::text = $1`,
      [id],
    );
    const { account } = sandbox;
    const intents = account.intents().filter((intent) => 'metadata' in intent && intent.metadata.booking_id === id);
    const provider = {
      intents: intents.map(({ id: intentId, status }) => [intentId, status]),
      refunds: account.refunds().filter(({ payment_intent: of }) => intents.some((intent) => intent.id === of)),
      transfers: account.transfers().filter(({ transfer_group: of }) => of === id),
      payouts: account.payouts().filter(({ metadata }) => metadata.booking_id === id),
    };
    lines.push(JSON.stringify({ id, known: rows[0]?.known, provider }));
  }
  throw new Error([fault.message, ...lines].join('\n'));
}

/** Runs the reconciler again and again, with a clock that moves forward, until nothing changes any more. */
async function settleAll(testbed: PayoutTestbed): Promise<void> {
  // The race uses the real time, because the server reads only events that are newer than a recent point in time.
  for (let round = 0; round < 20; round += 1) await readMissedEvents(testbed.context);
  for (let day = 9; day < 40; day += 1) {
    const context = { ...testbed.context, now: () => new Date(Date.now() + day * 24 * msPerHour) };
    await endLapsedReservations(context);
    await confirmLapsedSales(context);
    await reconcilePayments(context);
    await reconcilePayoutAccounts(context);
    for (let round = 0; round < 4; round += 1) {
      await paySellers(context);
      await testbed.sandbox.delayedChangeControl.settle();
    }
    // Sellers whose bank has sent the money back give another account, as their mail asks them to.
    if (day === 12) await replaceFailingBanks(testbed);
  }
}

async function makeSalePlans(
  testbed: PayoutTestbed,
  sales: number,
  random: () => number,
): Promise<readonly SalePlan[]> {
  const sellers = await makeManyPaidSellers(testbed, Math.ceil(sales / salesPerSeller), bankNumbers);
  const buyers = await makeManyUsers(testbed.pool, testbed.sessionSecret, 'Buyer', sales);
  const salePlans: SalePlan[] = [];
  for (const seller of sellers) {
    const prices = Array.from({ length: salesPerSeller }, () => 1_000 + Math.floor(random() * 900_000));
    const cars = await makeManyCars(testbed.pool, seller.id, prices);
    for (const [index, car] of cars.entries()) {
      const buyer = buyers[salePlans.length];
      if (buyer === undefined) return salePlans;
      const randomShare = random();
      const outcome = outcomeShares.find(([fateShare]) => randomShare < fateShare)?.[1] ?? 'keep';
      const count =
        unpaidOutcomes.includes(outcome) || random() < shareOfPricesInParts
          ? 2 + Math.floor(random() * (partCountMaximum - 1))
          : 1;
      const price = prices[index] ?? 0;
      const hasBankPart = count > 1 && payableOutcomes.includes(outcome) && random() < shareOfBankParts;
      salePlans.push({ seller, buyer, car, outcome, price, parts: splitEvenly(price, count), hasBankPart });
    }
  }
  return salePlans;
}

/** @returns equal parts in whole dollars, the last one with the remainder; none when one charge pays the price. */
function splitEvenly(dollars: number, count: number): readonly number[] {
  if (count === 1) return [];
  const each = Math.floor(dollars / count);
  return Array.from({ length: count }, (_, index) => (index === count - 1 ? dollars - each * (count - 1) : each));
}

type CallUntilAnswered = (
  actor: SignedInUser,
  path: string,
  body: object,
  finalCodes: readonly string[],
) => Promise<CallResult>;

/**
 * Lets buyer, seller and admin say that a bank has paid. When a call is repeated because its answer was lost, the
 * server refuses the second call.
 */
async function confirmBankPart(
  callUntilAnswered: CallUntilAnswered,
  { seller, buyer, admin }: Readonly<Record<'seller' | 'buyer' | 'admin', SignedInUser>>,
  bookingId: string,
): Promise<void> {
  const url = `/api/v1/orders/${bookingId}/bank-part`;
  const repeatedCallCodes = ['ILLEGAL_TRANSITION'];
  await callUntilAnswered(buyer, `${url}/statement`, { bank: 'Orchid Bank', reference: 'HP 4711' }, repeatedCallCodes);
  await callUntilAnswered(seller, `${url}/receipt`, {}, repeatedCallCodes);
  await callUntilAnswered(admin, `${url}/confirmation`, {}, repeatedCallCodes);
}

/** The admin of the race has just proved a second factor, until the race ends. */
async function proveFactor({ pool }: PayoutTestbed, { id }: SignedInUser): Promise<void> {
  await pool.query("UPDATE session SET factor_proved_at = now() + interval '1 day' WHERE account_id = $1", [id]);
}

async function addFeeRule({ pool }: PayoutTestbed, admin: SignedInUser): Promise<void> {
  await pool.query(
    `INSERT INTO fee_rule (id, valid_from, seller_id, brand, is_end, basis_points, fixed_cents, cap_cents, gst_basis_points,
       created_by, created_at)
     VALUES (gen_random_uuid(), now(), NULL, NULL, false, 500, 10000, NULL, 900, $1, now())`,
    [admin.id],
  );
}

async function restrictForAWhile({ pool, sandbox }: PayoutTestbed, sellerId: string, ms: number): Promise<void> {
  const sql = 'SELECT provider_account_id AS id FROM payout_account WHERE seller_id = $1';
  const accountResult = await pool.query<{ id: string }>(sql, [sellerId]).catch(() => undefined);
  const accountId = accountResult?.rows[0]?.id;
  if (accountId === undefined) return;
  await sandbox.accountControl.restrict(accountId);
  await wait(ms);
  await sandbox.accountControl.lift(accountId);
}

async function replaceFailingBanks(testbed: PayoutTestbed): Promise<void> {
  const { rows } = await testbed.pool.query<{ id: string }>(
    "SELECT DISTINCT provider_account_id AS id FROM payout WHERE state IN ('failed', 'returned')",
  );
  for (const { id } of rows) await replaceBank(testbed, id, '000123456');
}
