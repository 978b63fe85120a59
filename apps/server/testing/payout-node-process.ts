// Runs one server node as a separate process for the race of payouts (payout-race.ts). The node pays sellers all the
// time, with a clock that moves forward by some minutes with each run, so that failed steps are soon tried again. The
// first argument names a call to the provider, and whether the process kills itself before or after the call. The
// second argument is the number of such calls that the process makes first.
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, openPool } from '@carhouse/database/connection/connect';
import { guardProvider } from '@carhouse/payments/card-provider';
import { guardPayoutProvider, type PayoutProvider } from '@carhouse/payments/payout-provider';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { paySellers } from '../seller-payments/pay-sellers.ts';
import { openCardProvider } from '../startup/open-cards.ts';
import { connectWithRetries } from './connect-with-retries.ts';
import { killProcess } from './crash-points.ts';
import { openTestNode } from './test-node.ts';

const clockStepMs = 5 * 60_000;
const pauseBetweenRunsMs = 120;

const config = readConfig(false);
if (config.database.kind !== 'server' || config.sessionSecret === null) throw new Error('A test node needs a testbed.');
const [, , crashCall = '', callCountBeforeText = '0'] = process.argv;
const log = pino({ level: config.logLevel }, pino.destination(2));
const cards = await openCardProvider(config, log);
const pool = openPool({ url: config.database.url, applicationName: 'carhouse' });
pool.on('error', () => {});
await connectWithRetries(pool);
const { app, context } = await openTestNode({
  config,
  pool,
  databaseUrl: config.database.url,
  database: openDatabase(pool),
  cards: {
    ...cards,
    provider: guardProvider(cards.provider),
    payoutProvider: makeCrashingProvider(
      guardPayoutProvider(cards.payoutProvider),
      crashCall,
      Number(callCountBeforeText),
    ),
  },
  sessionSecret: config.sessionSecret,
  now: () => new Date(),
  log,
});
const url = await app.listen({ host: config.host, port: config.port });
let isStopping = false;
const paymentLoopPromise = paySellersUntilStopped();
process.stdout.write(`The test node is ready at ${url}\n`);
await new Promise((resolveStop) => process.once('SIGTERM', resolveStop));
isStopping = true;
await paymentLoopPromise;
await app.close();
await pool.end();
process.exit(0);

async function paySellersUntilStopped(): Promise<void> {
  for (let runIndex = 0; !isStopping; runIndex += 1) {
    const laterContext = { ...context, now: () => new Date(Date.now() + runIndex * clockStepMs) };
    try {
      await paySellers(laterContext);
      // The server itself runs with the real clock, because audit entries must be in the order of their times.
      await reconcilePayments(context);
    } catch (error) {
      log.warn({ err: error }, 'a run of the race failed');
    }
    await wait(pauseBetweenRunsMs);
  }
}

/** Wraps a provider so that the process ends before or after a call that moves money, such as `after-createTransfer`. */
function makeCrashingProvider(
  provider: PayoutProvider,
  crashCallName: string,
  callCountBefore: number,
): PayoutProvider {
  const [crashMoment, name] = crashCallName.split('-');
  let callCount = 0;
  const crashAroundCall =
    <Input, Answer>(call: string, sendRequest: (callInput: Input) => Promise<Answer>) =>
    async (callInput: Input): Promise<Answer> => {
      const isCrashCall = call === name && callCount++ === callCountBefore;
      if (isCrashCall && crashMoment === 'before') await killProcess();
      const answer = await sendRequest(callInput);
      if (isCrashCall && crashMoment === 'after') await killProcess();
      return answer;
    };
  return {
    ...provider,
    createTransfer: crashAroundCall('createTransfer', provider.createTransfer),
    reverseTransfer: crashAroundCall('reverseTransfer', provider.reverseTransfer),
    createPayout: crashAroundCall('createPayout', provider.createPayout),
  };
}
