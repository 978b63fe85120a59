import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checkProduct } from './check-product.ts';
import { type Clone, listFolders } from './checkouts.ts';
import { expect } from './expect.ts';
import { describeLaterStart, listDatabaseProcesses, startSecondsLimits } from './life-cases.ts';
import { runNpmStart, startProduct, stopProduct, waitForLine } from './product.ts';
import type { Report } from './report.ts';

/** Case 9: root in a checkout below a folder that only root may enter. */
export async function tryPrivateHomeFolder(report: Report, clone: Clone, nobodyUid: number): Promise<void> {
  for (const title of ['first', 'later']) {
    await report.check(9, `root below a closed home: ${title} start`, async () => {
      const product = await startProduct(clone);
      await checkProduct(product.url);
      const databaseUids = new Set(listDatabaseProcesses(clone).map((each) => each.uid));
      await stopProduct(product);
      expect(databaseUids.size === 1 && databaseUids.has(nobodyUid), `PostgreSQL runs as ${[...databaseUids].join()}`);
      return `${await describeStartTime(clone, title, product.seconds)}; PostgreSQL is nobody's, in ${listFolders(clone)[1]}`;
    });
  }
}

/** Case 10: an ordinary user, whose first start is interrupted during the installation. */
export async function tryOrdinaryUser(report: Report, clone: Clone): Promise<void> {
  await report.check(10, 'ordinary user: Ctrl-C while npm unpacks the packages', async () => {
    const product = await runNpmStart(clone);
    await waitForLine(product, 'Installing the packages');
    const packagesFolder = join(clone.folder, 'node_modules');
    while (!existsSync(packagesFolder) || readdirSync(packagesFolder).length < 50) await wait(20);
    const startTime = performance.now();
    const code = await stopProduct(product, 'SIGINT', 'group');
    const seconds = (performance.now() - startTime) / 1000;
    expect(code === 130, `npm ended with ${code}: ${product.output()}`);
    expect(seconds < 5, `it took ${seconds.toFixed(1)} s`);
    return `exit code ${code} after ${seconds.toFixed(1)} s, nothing left running`;
  });
  for (const title of ['first', 'later']) {
    await report.check(10, `ordinary user: ${title} start`, async () => {
      const product = await startProduct(clone);
      await checkProduct(product.url);
      const databaseUids = new Set(listDatabaseProcesses(clone).map((each) => each.uid));
      await stopProduct(product);
      const accountId = clone.account.uid ?? process.getuid?.();
      expect(
        databaseUids.size === 1 && databaseUids.has(accountId ?? -1),
        `PostgreSQL runs as ${[...databaseUids].join()}`,
      );
      return `${await describeStartTime(clone, title, product.seconds)} as user ${accountId}`;
    });
  }
}

async function describeStartTime(clone: Clone, title: string, seconds: number): Promise<string> {
  if (title === 'later') return describeLaterStart(clone, seconds);
  expect(seconds <= startSecondsLimits.firstStart, `took ${seconds.toFixed(1)} s`);
  return `ready after ${seconds.toFixed(1)} s`;
}
