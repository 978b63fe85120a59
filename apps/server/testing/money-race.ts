import { setTimeout as wait } from 'node:timers/promises';
import type { SandboxCardProvider } from '@carhouse/stripe-sandbox/start-sandbox-card-provider';
import type pg from 'pg';
import { makeCardFields, readIntentId } from './card-charge.ts';
import { judgeMoney, type MoneyFigures } from './judge-money.ts';
import { makeManyCars, makeManyUsers, type SignedInUser } from './many-users.ts';
import { type CallResult, openCaller } from './node-caller.ts';
import { createSeededRandom, shuffle } from './seeded.ts';

export type MoneyRace = {
  readonly seed: number;
  readonly cars: number;
  readonly buyersPerCar: number;
  /** Origins of the server nodes. */
  readonly nodes: readonly string[];
  readonly pool: pg.Pool;
  readonly sessionSecret: string;
  readonly sandbox: SandboxCardProvider;
  readonly publishableKey: string;
  /** Runs the reconciler once, with its clock moved forward by this many milliseconds. */
  readonly reconcile: (clockAheadMs: number) => Promise<unknown>;
};

export type RaceFigures = MoneyFigures & {
  readonly calls: number;
  /** Number of calls that were repeated because their keep-alive connection was closed (node-caller.ts). */
  readonly repeatedCallCount: number;
  readonly reconcilerRunCount: number;
  readonly reconcilerFaultCount: number;
  readonly busyAnswers: number;
  /** Number of cards that were entered after another buyer took the hold, and that the card provider refused. */
  readonly lateRefusalCount: number;
  /** Number of cards charged after another buyer took the hold, or after their booking was closed. */
  readonly lateChargeCount: number;
};

/** Whether the buyer has lost their hold, and the promise of the work in progress. */
type LateChargeWork = { readonly isLate: boolean; readonly endPromise: Promise<unknown> };
type RaceOrder = { readonly buyer: SignedInUser; readonly bookingId: string; readonly car: string };

/** Number of listings that each buyer books and tries to pay for: the maximum number of open bookings of a buyer. */
const carsPerBuyer = 5;
/** Number of concurrent calls: more than the nodes have database connections, but fewer than the nodes refuse. */
const parallelCallCount = 24;
/** Number of listings for which buyers compete at the same time. */
const parallelCarCount = 8;
const clockAheadOfGraceMs = 121_000;
/** Milliseconds after which every hold and every delay of an unfinished attempt has ended. */
const clockAdvanceMs = 48 * 3_600_000;
const lostHoldCodes = ['CAR_ALREADY_SOLD', 'BOOKING_CANCELLED', 'CAR_NOT_AVAILABLE'];
const temporaryCodes = [
  'CAR_RESERVED',
  'UNAVAILABLE',
  'PAYMENT_PENDING',
  'PAYMENT_PROVIDER_UNAVAILABLE',
  'PAYMENT_REFUNDED',
];

/**
 * Books every listing for all of its buyers. All buyers pay at the same time on every node, while the card provider's events
 * and the reconciler also settle payments. Some buyers wait until their hold has expired. Some cards are declined first,
 * some buyers do not report their payment, and some report it twice to two nodes. Some cards are charged too late: the
 * booking was cancelled, or another buyer took the hold while the card provider did not know the charge. Late charges must
 * be refunded exactly once.
 * @throws Error when a listing was not sold exactly once, a user was charged twice or without a purchase, or an audit found
 *   rows.
 */
export async function runMoneyRace(race: MoneyRace): Promise<RaceFigures> {
  const { pool, seed, cars, nodes } = race;
  const random = createSeededRandom(seed);
  const figures = { calls: 0, busyAnswers: 0, reconcilerRunCount: 0, reconcilerFaultCount: 0, lateRefusalCount: 0 };
  const caller = openCaller();
  const isLateByBooking = new Map<string, boolean>();
  let isPreparingLateCharge = false;

  async function postInRace(token: string, path: string, payload: object): Promise<CallResult> {
    figures.calls += 1;
    const url = nodes[Math.floor(random() * nodes.length)] ?? '';
    const answer = await caller.post(`${url}${path}`, token, payload);
    if (answer.status === 503 || answer.status === 429) figures.busyAnswers += 1;
    return answer;
  }

  async function bookAllCars(): Promise<Map<string, RaceOrder[]>> {
    const [seller] = await makeManyUsers(pool, race.sessionSecret, 'Seller', 1);
    const buyers = await makeManyUsers(
      pool,
      race.sessionSecret,
      'Buyer',
      Math.ceil((cars * race.buyersPerCar) / carsPerBuyer),
    );
    const prices = Array.from({ length: cars }, () => 1_000 + Math.floor(random() * 900_000));
    const carIds = await makeManyCars(pool, seller?.id ?? '', prices);
    const ordersByCarId = new Map<string, RaceOrder[]>(carIds.map((id) => [id, []]));
    const buyerCarPairs = shuffle(buyers, random).flatMap((buyer, index) =>
      Array.from({ length: carsPerBuyer }, (_, carOffset) => ({
        buyer,
        car: carIds[(index * carsPerBuyer + carOffset) % cars] ?? '',
      })),
    );
    await runInParallel(buyerCarPairs, async ({ buyer, car }) => {
      const bookingAnswer = await postInRace(buyer.token, '/api/bookingData', {
        productId: car,
        meetingDate: 'any',
        buyerNumber: '9123 4567',
      });
      if (bookingAnswer.status !== 200) return false;
      ordersByCarId.get(car)?.push({ buyer, bookingId: String(bookingAnswer.body.insertedId), car });
      return true;
    });
    return ordersByCarId;
  }

  /** Confirms a charge with a card. @returns whether the card was charged. */
  async function confirm(clientSecret: string, cardNumber: string): Promise<boolean> {
    const intentId = readIntentId(clientSecret);
    const cardForm = new URLSearchParams(makeCardFields(race.publishableKey, clientSecret, cardNumber));
    const url = `${race.sandbox.url}/v1/payment_intents/${intentId}/confirm`;
    const answer = await fetch(url, { method: 'POST', body: cardForm }).catch(() => null);
    await answer?.arrayBuffer();
    return answer?.status === 200;
  }

  /**
   * Lets one buyer try once to pay.
   * @returns whether the buyer has finished: they have paid, with or without a report of the payment, or the listing is
   * sold.
   */
  async function tryToPay(order: RaceOrder): Promise<boolean> {
    const { buyer, bookingId } = order;
    const paymentStartAnswer = await postInRace(buyer.token, '/api/create-payment-intent', { paymentId: bookingId });
    const code = String(paymentStartAnswer.body.code);
    if (code === 'ALREADY_PAID' || lostHoldCodes.includes(code)) return true;
    if (paymentStartAnswer.status !== 200) {
      if (!temporaryCodes.includes(code))
        throw new Error(
          `Opening a payment answered ${paymentStartAnswer.status}: ${JSON.stringify(paymentStartAnswer.body)}`,
        );
      return false;
    }
    const secret = String(paymentStartAnswer.body.clientSecret);
    const transactionId = readIntentId(secret);
    const randomNumber = random();
    if (randomNumber < 0.12 || isLateChargeMissing()) return makeLateCharge(order, secret, randomNumber);
    const holdExpiry =
      randomNumber < 0.5 || figures.lateRefusalCount === 0 ? await waitUntilHoldExpires(order) : undefined;
    if (random() < 0.05) await confirm(secret, '4000000000000002');
    const isCharged = await confirm(secret, '4242424242424242');
    await holdExpiry?.endPromise;
    if (!isCharged && holdExpiry !== undefined) figures.lateRefusalCount += 1;
    if (!isCharged) return false;
    const reportNumber = random();
    // Every fourth buyer does not report the payment, so an event of the card provider or the reconciler has to settle it.
    if (reportNumber < 0.25) return true;
    const reportPayment = () => postInRace(buyer.token, '/api/payment', { paymentId: bookingId, transactionId });
    const answers = await Promise.all(reportNumber < 0.5 ? [reportPayment(), reportPayment()] : [reportPayment()]);
    for (const { status, body } of answers) {
      const isExpected = status === 200 || status === 202 || temporaryCodes.includes(String(body.code));
      if (!isExpected) throw new Error(`Telling of a payment answered ${status}: ${JSON.stringify(body)}`);
    }
    return answers.some((answer) => answer.status === 200);
  }

  /**
   * Whether the race still needs a late charge and no attempt to pay is producing one. Every race must have at least
   * one late charge.
   */
  const isLateChargeMissing = (): boolean => !isPreparingLateCharge && ![...isLateByBooking.values()].includes(true);

  async function makeLateCharge(order: RaceOrder, secret: string, randomNumber: number): Promise<boolean> {
    isPreparingLateCharge = true;
    try {
      const loseHold = randomNumber < 0.05 ? cancelMeanwhile : loseHoldMeanwhile;
      return await payTooLate(order, secret, () => loseHold(order, secret));
    } finally {
      isPreparingLateCharge = false;
    }
  }

  /**
   * Delays the card's charge until `loseHold` has made the buyer lose their hold.
   * @returns whether the buyer has finished.
   */
  async function payTooLate(
    order: RaceOrder,
    secret: string,
    loseHold: () => Promise<LateChargeWork>,
  ): Promise<boolean> {
    const { isLate, endPromise } = await loseHold();
    const isCharged = await confirm(secret, '4242424242424242');
    await endPromise;
    if (!isCharged) return false;
    isLateByBooking.set(order.bookingId, isLate);
    const payment = { paymentId: order.bookingId, transactionId: readIntentId(secret) };
    // Half of the buyers who pay too late report the charge twice at the same time; the charge must not be refunded
    // twice. When the buyer does not report a charge, the server learns of the charge through events or the reconciler.
    if (random() < 0.5) await Promise.all([1, 2].map(() => postInRace(order.buyer.token, '/api/payment', payment)));
    return true;
  }

  /** The buyer cancels in another tab, and the card provider receives the cancellation too late. */
  async function cancelMeanwhile({ buyer, bookingId }: RaceOrder, secret: string): Promise<LateChargeWork> {
    const { faults } = race.sandbox;
    faults.addApiFault({ kind: 'slow_ms', ms: 1_500, times: 1, on: makeCancelPathPattern(secret) });
    const cancelState = { over: false };
    const endPromise = postInRace(buyer.token, `/api/v1/bookings/${bookingId}/cancellation`, {}).finally(() => {
      cancelState.over = true;
    });
    const isClosed = async (): Promise<boolean> =>
      doesRowExist("SELECT 1 FROM booking WHERE id = $1 AND status = 'cancelled'", bookingId);
    let isLate = await isClosed();
    while (!isLate && !cancelState.over) isLate = await isClosed();
    return { isLate: isLate || (await isClosed()), endPromise };
  }

  /** Another buyer takes the hold while the card provider cannot find the charge, so that the charge is never cancelled. */
  async function loseHoldMeanwhile(order: RaceOrder, secret: string): Promise<LateChargeWork> {
    race.sandbox.faults.addApiFault({ kind: 'other_account', times: 1, on: makeCancelPathPattern(secret) });
    await expireHold(order);
    const rivalOrder = findRival(order);
    if (rivalOrder !== undefined)
      await postInRace(rivalOrder.buyer.token, '/api/create-payment-intent', { paymentId: rivalOrder.bookingId });
    const intentId = readIntentId(secret);
    const isLate = await doesRowExist(
      "SELECT 1 FROM payment_attempt WHERE intent_id = $1 AND state = 'cancelled'",
      intentId,
    );
    return { isLate, endPromise: Promise.resolve() };
  }

  async function doesRowExist(sql: string, value: string): Promise<boolean> {
    return (await pool.query(sql, [value])).rowCount === 1;
  }

  async function expireHold({ bookingId }: RaceOrder): Promise<void> {
    await pool.query(
      "UPDATE payment_attempt SET expires_at = now() - interval '1 second' WHERE booking_id = $1 AND state = 'open'",
      [bookingId],
    );
  }

  function findRival(order: RaceOrder): RaceOrder | undefined {
    const otherOrders = (ordersByCarId.get(order.car) ?? []).filter((otherOrder) => otherOrder !== order);
    return otherOrders[Math.floor(random() * otherOrders.length)];
  }

  /**
   * The hold expires while the buyer waits. The slow buyer enters their card at the moment when another buyer takes the
   * hold.
   */
  async function waitUntilHoldExpires(order: RaceOrder): Promise<{ readonly endPromise: Promise<unknown> }> {
    await expireHold(order);
    const rivalOrder = findRival(order);
    const endPromise =
      rivalOrder === undefined
        ? Promise.resolve()
        : postInRace(rivalOrder.buyer.token, '/api/create-payment-intent', { paymentId: rivalOrder.bookingId });
    // Half of the buyers whose hold expires wait until they are certainly too late. The remaining buyers whose hold
    // expires pay at the moment at which the hold ends.
    if (random() < 0.5) await endPromise;
    else await wait(Math.floor(40 * random()));
    return { endPromise };
  }

  async function payAllOrders(): Promise<void> {
    const orderGroups = [...ordersByCarId.values()];
    for (let firstCarIndex = 0; firstCarIndex < orderGroups.length; firstCarIndex += parallelCarCount) {
      await runInParallel(
        shuffle(orderGroups.slice(firstCarIndex, firstCarIndex + parallelCarCount).flat(), random),
        tryToPay,
      );
    }
  }

  const ordersByCarId = await bookAllCars();
  const reconcileController = new AbortController();
  const reconcileLoopPromise = (async () => {
    while (!reconcileController.signal.aborted) {
      // A run of the reconciler during the race may fail because of a lock or a full pool, like the scheduled job; the
      // last run after the race must not fail.
      await race.reconcile(clockAheadOfGraceMs).catch(() => {
        figures.reconcilerFaultCount += 1;
      });
      figures.reconcilerRunCount += 1;
      await wait(100);
    }
  })();
  try {
    await payAllOrders();
  } finally {
    caller.close();
    reconcileController.abort();
    await reconcileLoopPromise;
  }
  await race.reconcile(clockAdvanceMs);
  const moneyFigures = await judgeMoney(race, [...ordersByCarId.values()].flat(), isLateByBooking);
  return {
    ...figures,
    ...moneyFigures,
    repeatedCallCount: caller.countRepeatedCalls(),
    lateChargeCount: [...isLateByBooking.values()].filter(Boolean).length,
  };
}

/** Matches the call that cancels the charge of a client secret at the card provider. */
const makeCancelPathPattern = (secret: string): RegExp => new RegExp(`/${readIntentId(secret)}/cancel$`);

/** Runs the jobs with limited concurrency; a job that has not finished goes to the end of the queue. */
async function runInParallel<T>(jobs: readonly T[], runJob: (job: T) => Promise<boolean>): Promise<void> {
  const queue = [...jobs];
  let runningJobCount = 0;
  let tryCount = 0;
  const tryCountMaximum = 400 * jobs.length;
  const runNextJobs = async (): Promise<void> => {
    while (queue.length > 0 || runningJobCount > 0) {
      const job = queue.shift();
      if (job === undefined) {
        await wait(2);
        continue;
      }
      runningJobCount += 1;
      tryCount += 1;
      if (tryCount > tryCountMaximum) throw new Error('The race never came to an end.');
      try {
        if (!(await runJob(job))) {
          queue.push(job);
          await wait(3);
        }
      } finally {
        runningJobCount -= 1;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallelCallCount, jobs.length) }, runNextJobs));
}
