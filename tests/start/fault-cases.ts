import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '@carhouse/database/testing/free-port';
import { makeProductionEnvironment } from '@carhouse/server/testing/server-process';
import { checkPublicPages, fetchDemoLoginStatus } from './check-product.ts';
import type { Clone } from './checkouts.ts';
import { expect } from './expect.ts';
import { startAndDescribe } from './life-cases.ts';
import { expectNoProcesses, runNpmStart, startProduct, stopProduct } from './product.ts';
import type { Report } from './report.ts';

type Environment = Readonly<Record<string, string>>;

/** The milliseconds after which the test interrupts a start: before, during and after the start of the database. */
const interruptTimesMs = { first: [150, 900, 2_200], later: [150, 600, 1_000, 1_400, 2_000] };

/** Cases 7 and 8: starts that are interrupted, or that cannot succeed. */
export async function tryFaults(report: Report, clone: Clone): Promise<void> {
  const environment = { DATA_DIR: join(clone.folder, `data-${interruptTimesMs.first[0]}`) };
  for (const startKind of ['first', 'later'] as const) {
    const interruptCount = interruptTimesMs[startKind].length;
    await report.check(7, `SIGTERM during a ${startKind} start, at ${interruptCount} moments`, async () => {
      const outcomes: string[] = [];
      let slowestStopMs = 0;
      for (const interruptMs of interruptTimesMs[startKind]) {
        const extraVariables =
          startKind === 'first' ? { DATA_DIR: join(clone.folder, `data-${interruptMs}`) } : environment;
        const product = await runNpmStart(clone, extraVariables);
        await wait(interruptMs);
        const isReady = product.output().includes('is ready');
        const stopStartMs = performance.now();
        const code = await stopProduct(product);
        slowestStopMs = Math.max(slowestStopMs, performance.now() - stopStartMs);
        expect(code === 0 || code === 143, `after ${interruptMs} ms npm ended with ${code}: ${product.output()}`);
        outcomes.push(`${interruptMs} ms: ${code}${isReady ? ' (was ready)' : ''}`);
        if (startKind === 'first') await expectCompleteDatabase(clone, extraVariables);
      }
      const nextStartResult = startKind === 'first' ? 'works' : await startAndDescribe(clone, environment);
      return `exit codes ${outcomes.join(', ')}; slowest stop ${(slowestStopMs / 1000).toFixed(1)} s; next start ${nextStartResult}`;
    });
  }
  await report.check(8, 'port in use', async () => {
    const portBlocker = createServer().listen(0, '127.0.0.1');
    await once(portBlocker, 'listening');
    try {
      const address = portBlocker.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      return await expectRefusal(clone, { PORT: String(port) }, [/PORT: \d+ is in use/]);
    } finally {
      portBlocker.close();
    }
  });
  for (const [title, extraVariables, lines] of listBadSettings(clone)) {
    await report.check(8, title, () => expectRefusal(clone, extraVariables, lines));
  }
  await report.check(
    12,
    'NODE_ENV=production: what is missing is refused, and there are no demo accounts',
    async () => {
      const folder = { DATA_DIR: join(clone.folder, 'data-production') };
      await expectRefusal(clone, { ...folder, NODE_ENV: 'production' }, [/STRIPE_SECRET_KEY: /, /SMTP_URL: /]);
      // The first mail would be sent to port 9, where no server listens. This case sends no mail.
      const product = await startProduct(clone, { ...folder, ...makeProductionEnvironment(9) });
      await checkPublicPages(product.url);
      const status = await fetchDemoLoginStatus(product.url);
      await stopProduct(product);
      expect(status === 401 && !product.output().includes('Demo logins'), `a demo login is answered with ${status}`);
      return `ready after ${product.seconds.toFixed(1)} s; a demo login is answered with 401`;
    },
  );
}

function listBadSettings(clone: Clone): [string, Environment, RegExp[]][] {
  const file = join(clone.folder, 'a-file');
  writeFileSync(file, '');
  return [
    ['PORT=abc', { PORT: 'abc' }, [/PORT: must be a number/]],
    [
      'STRIPE_SECRET_KEY without the others',
      { STRIPE_SECRET_KEY: 'sk_test_1' },
      [/STRIPE_PUBLISHABLE_KEY: is needed/, /STRIPE_WEBHOOK_SECRET: is needed/],
    ],
    [
      'PORT=abc and STRIPE_SECRET_KEY without the others',
      { PORT: 'abc', STRIPE_SECRET_KEY: 'sk_test_1' },
      [/PORT: must be a number/, /STRIPE_PUBLISHABLE_KEY: is needed/, /STRIPE_WEBHOOK_SECRET: is needed/],
    ],
    ['DATA_DIR is a file', { DATA_DIR: file }, [/DATA_DIR.*a-file/]],
    ['HOST is not of this machine', { HOST: '203.0.113.1' }, [/HOST/]],
  ];
}

/**
 * Expects that a start prints one line for each fault without a stack, ends with exit code 1, and leaves no process.
 */
export async function expectRefusal(clone: Clone, extraVariables: Environment, lines: RegExp[]): Promise<string> {
  const product = await runNpmStart(clone, extraVariables);
  const code = await expectNoProcesses(product);
  const output = product.output();
  const faultLines = lines.map((line) => output.split('\n').find((each) => line.test(each)));
  expect(code === 1, `npm ended with ${code}: ${output}`);
  expect(
    !faultLines.includes(undefined) && new Set(faultLines).size === lines.length,
    `not every fault has its line: ${output}`,
  );
  expect(!/^\s+at .*:\d+:\d+/m.test(output), `a stack is shown: ${output}`);
  return faultLines.join(' | ');
}

/** Expects that a start after an interrupted start finds all demo cars and only one database. */
async function expectCompleteDatabase(clone: Clone, extraVariables: Environment): Promise<void> {
  const product = await startProduct(clone, { ...extraVariables, PORT: String(await findFreePort()) });
  const answer = await fetch(`${product.url}/api/ferrariDatas`);
  const cars = (await answer.json()) as unknown[];
  await stopProduct(product);
  expect(cars.length > 5, `only ${cars.length} demo cars of Ferrari are there`);
  expect(existsSync(join(String(extraVariables.DATA_DIR), 'database')), 'the database is elsewhere');
}
