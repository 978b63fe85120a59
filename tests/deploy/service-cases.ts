import { request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '../start/expect.ts';
import type { Report } from '../start/report.ts';
import { checkout, type FreshRoot, readRootFile, type StartedProgram, writeRootFile } from './fresh-root.ts';
import { asUnit, install, ports, readlink, unitScript } from './script-cases.ts';

const direct = `http://127.0.0.1:${ports.server}`;
const authorityFile = '/root/.local/share/caddy/pki/authorities/local/root.crt';
/** Milliseconds within which the server and Caddy start on a busy machine. */
const startTimeout = 180_000;
/** Milliseconds for a reload: two nodes start and drain one after the other, each for up to 75 s. */
const reloadTimeout = 600_000;
/** The server asks to come again, because this machine is too busy: no request was lost. */
const busyStatus = 503;

/** Starts the server as its unit does and Caddy in front, asks both, updates, backs up and stops. */
export async function tryService(report: Report, root: FreshRoot): Promise<void> {
  const { start, stopSeconds } = readUnit(root);
  let server: StartedProgram | undefined;
  await report.check(6, 'the server starts as its unit does', async () => {
    const starting = await startUntilReady(root, unitScript(start));
    server = starting;
    const lines = (await starting.output()).split('\n').filter((line) => line.startsWith('{'));
    expect(
      lines.every((line) => isJson(line)),
      'a line of the log is no JSON',
    );
    return `/readyz is 200; ${lines.length} lines of the log`;
  });
  await report.check(7, 'Caddy serves it with TLS, and keeps /metrics', async () => {
    const caddy = root.start('caddy', 'exec caddy run --adapter caddyfile --config /etc/caddy/Caddyfile');
    await waitFor(async () => (await ask(root, '/readyz')).status === 200, caddy);
    const page = await ask(root, '/');
    expect(page.status === 200 && page.body.includes('Car House'), `/ is ${page.status}`);
    expect((await ask(root, '/metrics')).status === 404, '/metrics is visible through Caddy');
    expect((await fetch(`${direct}/metrics`)).status === 404, '/metrics is visible without its token');
    const token = /^METRICS_TOKEN=(.+)$/m.exec(readRootFile(root, '/etc/carhouse/carhouse.env'))?.[1];
    const headers = { authorization: `Bearer ${token}` };
    // The second node starts when the first one answers.
    await waitFor(
      async () => (await (await fetch(`${direct}/metrics`, { headers })).text()).includes('node="2"'),
      server,
    );
    return `/ is 200 with ${page.body.length} characters`;
  });
  await report.check(8, 'the backup unit backs up', async () => {
    const { code, output } = asUnit(root, 'commands/backup.ts --keep 7');
    expect(code === 0, output);
    return output.split('\n')[0] ?? '';
  });
  await report.check(9, 'an update, and a reload under requests', async () => {
    const before = readlink(root, '/opt/carhouse/current');
    writeRootFile(root, `${checkout}/docs/update.md`, '# An update\n');
    const { code, output } = install(root, ['--domain', 'localhost']);
    expect(code === 0, output.slice(-3_000));
    expect(readlink(root, '/opt/carhouse/previous') === before, 'the release before is not kept');
    const statuses = await askWhile(root, async () => {
      server?.signal('SIGUSR2');
      await waitFor(
        async () => (await server?.output())?.includes('the server nodes were replaced') === true,
        server,
        reloadTimeout,
      );
    });
    const lost = statuses.filter((status) => status !== 200 && status !== busyStatus);
    expect(
      lost.length === 0,
      `of ${statuses.length} requests ${lost.length} were lost: ${lost.slice(0, 5).join(', ')}`,
    );
    const busyCount = statuses.filter((status) => status === busyStatus).length;
    return `${before} → ${readlink(root, '/opt/carhouse/current')}; ${statuses.length} requests, none lost, ${busyCount} told to come again`;
  });
  await report.check(10, 'SIGTERM drains and stops in time', async () => {
    const startTime = performance.now();
    server?.signal('SIGTERM');
    const code = await server?.ended();
    const seconds = (performance.now() - startTime) / 1000;
    expect(
      code === 0 && seconds < stopSeconds,
      `it ended with ${code} after ${seconds.toFixed(1)} s:\n${await server?.output()}`,
    );
    return `${seconds.toFixed(1)} s of ${stopSeconds} s`;
  });
}

/** Starts the server, and again when it ends before it is ready, as `Restart=always` does; at most five times. */
async function startUntilReady(root: FreshRoot, script: string): Promise<StartedProgram> {
  for (let attempt = 1; ; attempt += 1) {
    const server = root.start(`server-${attempt}`, script);
    try {
      await waitFor(async () => (await fetch(`${direct}/readyz`)).status === 200, server);
      return server;
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

/** Reads from the unit the arguments of its program, and TimeoutStopSec in seconds. */
function readUnit(root: FreshRoot): { start: string; stopSeconds: number } {
  const unit = readRootFile(root, '/etc/systemd/system/carhouse.service');
  const start = /^ExecStart=\S+\/node (.+)$/m.exec(unit)?.[1];
  const stopSeconds = Number(/^TimeoutStopSec=(\d+)s$/m.exec(unit)?.[1]);
  if (start === undefined || !Number.isInteger(stopSeconds)) throw new Error('the unit has another form');
  return { start, stopSeconds };
}

/** Asks through Caddy, whose certificate authority is that of the root. */
async function ask(root: FreshRoot, path: string): Promise<{ status: number; body: string }> {
  const ca = readRootFile(root, authorityFile);
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        servername: 'localhost',
        port: ports.https,
        path,
        ca,
        headers: { host: `localhost:${ports.https}` },
      },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (text: string) => {
          body += text;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
        answer.on('error', reject);
      },
    );
    asked.setTimeout(20_000, () => asked.destroy(new Error('no answer in 20 s')));
    asked.on('error', reject).end();
  });
}

/** Asks for the home page without a pause until `act` has ended. @returns the statuses; 0 for a request without answer. */
async function askWhile(root: FreshRoot, act: () => Promise<void>): Promise<number[]> {
  const statuses: number[] = [];
  let hasEnded = false;
  const asking = (async () => {
    while (!hasEnded)
      statuses.push(
        await ask(root, '/').then(
          ({ status }) => status,
          () => 0,
        ),
      );
  })();
  try {
    await act();
  } finally {
    hasEnded = true;
    await asking;
  }
  return statuses;
}

/** Waits until `isDone` is true. @throws Error with the output of the program when it has ended, or after the timeout. */
async function waitFor(
  isDone: () => Promise<boolean>,
  program: StartedProgram | undefined,
  timeout = startTimeout,
): Promise<void> {
  const end = performance.now() + timeout;
  let hasEnded = false;
  void program?.ended().then(() => {
    hasEnded = true;
  });
  while (!(await isDone().catch(() => false))) {
    if (hasEnded || performance.now() > end)
      throw new Error(`it did not come to that:\n${(await program?.output())?.slice(-3_000)}`);
    await wait(200);
  }
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
