// `npm run try-install [-- --base FOLDER]` runs deploy/install.sh in a fresh root of Debian that debootstrap makes. The
// program then starts the server there as the systemd unit does, and sends requests to the server through Caddy. The
// test needs root, debootstrap and a network, and takes some minutes. `--base` keeps the unpacked Debian for the next
// run. Exit codes: 0 means that all cases passed, 1 that a case failed, 2 that this machine cannot run the cases.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openReport } from '../start/report.ts';
import { type FreshRoot, makeFreshRoot, RootFault } from './fresh-root.ts';
import { tryScript } from './script-cases.ts';
import { tryService } from './service-cases.ts';

const { values } = parseArgs({ options: { base: { type: 'string' } } });
const missingProgram = ['debootstrap', 'chroot', 'unshare', 'tar'].find((name) => !isInstalled(name));
if (process.platform !== 'linux' || process.getuid?.() !== 0 || missingProgram !== undefined) {
  console.error(
    `It needs Linux, root and debootstrap${missingProgram === undefined ? '' : ` (${missingProgram} is missing)`}.`,
  );
  process.exit(2);
}

const folder = await mkdtemp(join(tmpdir(), 'carhouse-install-'));
let root: FreshRoot | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().then(() => process.exit(1)));
try {
  root = await makeFreshRoot(folder, values.base);
  const report = openReport(async () => {});
  await tryScript(report, root);
  await tryService(report, root);
  process.exitCode = report.finish() ? 0 : 1;
} catch (error) {
  console.error(error instanceof RootFault ? error.message : error);
  process.exitCode = 1;
} finally {
  await cleanUp();
}

async function cleanUp(): Promise<void> {
  await root?.stopAll();
  await rm(folder, { recursive: true, force: true });
}

function isInstalled(name: string): boolean {
  return (
    ['/usr/sbin', '/usr/bin', '/sbin', '/bin'].some((binFolder) => existsSync(join(binFolder, name))) ||
    spawnSync(name).status !== null
  );
}
