// `npm run verify-start`: runs `npm start` like a new user, in new checkouts of the committed state with a minimal
// environment, and prints the results. When root runs the command, the tests use root, root below a private home folder
// and an ordinary user. When a user other than root runs the command, the tests use only that user. The command works
// on Linux only, takes about five minutes, and downloads the packages once.
import { readFileSync } from 'node:fs';
import { tryOrdinaryUser, tryPrivateHomeFolder } from './account-cases.ts';
import {
  type Account,
  type Clone,
  copyNpmCache,
  findOrdinaryAccount,
  linkPackages,
  makeClone,
  removeCheckouts,
} from './checkouts.ts';
import { tryFaults } from './fault-cases.ts';
import { tryLifeCycle } from './life-cases.ts';
import { stopProcessesOfClone } from './product.ts';
import { openReport } from './report.ts';
import { tryDatabaseUrl } from './server-cases.ts';

const isRoot = process.getuid?.() === 0;
const openClones: Clone[] = [];
const report = openReport(async () => {
  for (const clone of openClones) await stopProcessesOfClone(clone);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    removeCheckouts();
    process.exit(1);
  });
}

try {
  await runAllCases();
} finally {
  removeCheckouts();
}
process.exitCode = report.finish() ? 0 : 1;

async function runAllCases(): Promise<void> {
  const firstClone = recordClone(makeClone('first'));
  await tryLifeCycle(report, firstClone);

  const faultClone = recordClone(makeClone('faults'));
  linkPackages(firstClone, faultClone);
  await tryFaults(report, faultClone);

  const serverClone = recordClone(makeClone('server'));
  linkPackages(firstClone, serverClone);
  await tryDatabaseUrl(report, serverClone, isRoot ? nobodyAccount() : {});

  if (isRoot) {
    const closedClone = recordClone(makeClone('closed', {}, 0o700));
    linkPackages(firstClone, closedClone);
    await tryPrivateHomeFolder(report, closedClone, nobodyAccount().uid ?? -1);
  } else report.leaveOut(9, 'root below a closed home', 'needs root');

  const ordinaryClone = recordClone(makeClone('ordinary', isRoot ? findOrdinaryAccount() : {}));
  copyNpmCache(firstClone, ordinaryClone);
  await tryOrdinaryUser(report, ordinaryClone);
}

function recordClone(clone: Clone): Clone {
  openClones.push(clone);
  return clone;
}

function nobodyAccount(): Account {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}
