import { request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '../start/expect.ts';
import type { Report } from '../start/report.ts';
import { checkoutPath, type FreshRoot, readRootFile, type StartedProgram, writeRootFile } from './fresh-root.ts';
import { makeUnitScript, ports, readLinkTarget, runAsUnit, runInstallScript } from './script-cases.ts';

const serverUrl = `http://127.0.0.1:${ports.server}`;
const authorityFile = '/root/.local/share/caddy/pki/authorities/local/root.crt';
/** Milliseconds within which the server and Caddy start on a busy machine. */
const startTimeoutMs = 180_000;
/** Milliseconds for a reload: two nodes start and drain one after the other, each for up to 75 s. */
const reloadTimeoutMs = 600_000;
/**
 * With this status the server asks the client to come again later. A request that gets this status does not count as
 * lost.
 */
const busyStatus = 503;

/**
 * Starts the server as its systemd unit does, and Caddy in front of the server. Sends requests to both, updates the
 * server, makes a backup, and stops both.
 */
export async function tryService(report: Report, root: FreshRoot): Promise<void> {
  const { startCommand, stopSeconds } = readUnit(root);
  let server: StartedProgram | undefined;
  await report.check(6, 'the server starts as its unit does', async () => {
    const startingServer = await startUntilReady(root, makeUnitScript(startCommand));
    server = startingServer;
    const lines = (await startingServer.output()).split('\n').filter((line) => line.startsWith('{'));
    expect(
      lines.every((line) => isJson(line)),
      'a line of the log is no JSON',
    );
    return `/readyz is 200; ${lines.length} lines of the log`;
  });
  await report.check(7, 'Caddy serves it with TLS, and keeps /metrics', async () => {
    const caddyProcess = root.start('caddy', 'exec caddy run --adapter caddyfile --config /etc/caddy/Caddyfile');
    await waitUntilDone(async () => (await requestThroughCaddy(root, '/readyz')).status === 200, caddyProcess);
    const homePageAnswer = await requestThroughCaddy(root, '/');
    expect(homePageAnswer.status === 200 && homePageAnswer.body.includes('Car House'), `/ is ${homePageAnswer.status}`);
    expect((await requestThroughCaddy(root, '/metrics')).status === 404, '/metrics is visible through Caddy');
    expect((await fetch(`${serverUrl}/metrics`)).status === 404, '/metrics is visible without its token');
    const token = /^METRICS_TOKEN=(.+)$/m.exec(readRootFile(root, '/etc/carhouse/carhouse.env'))?.[1];
    const headers = { authorization: `Bearer ${token}` };
    // The second node starts when the first one answers.
    await waitUntilDone(
      async () => (await (await fetch(`${serverUrl}/metrics`, { headers })).text()).includes('node="2"'),
      server,
    );
    return `/ is 200 with ${homePageAnswer.body.length} characters`;
  });
  await report.check(8, 'the backup unit backs up', async () => {
    const { code, output } = runAsUnit(root, 'commands/backup.ts --keep 7');
    expect(code === 0, output);
    return output.split('\n')[0] ?? '';
  });
  await report.check(9, 'an update, and a reload under requests', async () => {
    const previousRelease = readLinkTarget(root, '/opt/carhouse/current');
    writeRootFile(root, `${checkoutPath}/docs/update.md`, '# An update\n');
    const { code, output } = runInstallScript(root, ['--domain', 'localhost']);
    expect(code === 0, output.slice(-3_000));
    expect(readLinkTarget(root, '/opt/carhouse/previous') === previousRelease, 'the release before is not kept');
    const statuses = await requestHomeWhile(root, async () => {
      server?.signal('SIGUSR2');
      await waitUntilDone(
        async () => (await server?.output())?.includes('the server nodes were replaced') === true,
        server,
        reloadTimeoutMs,
      );
    });
    const failedStatuses = statuses.filter((status) => status !== 200 && status !== busyStatus);
    expect(
      failedStatuses.length === 0,
      `of ${statuses.length} requests ${failedStatuses.length} were lost: ${failedStatuses.slice(0, 5).join(', ')}`,
    );
    const busyCount = statuses.filter((status) => status === busyStatus).length;
    return `${previousRelease} → ${readLinkTarget(root, '/opt/carhouse/current')}; ${statuses.length} requests, none lost, ${busyCount} told to come again`;
  });
  await report.check(10, 'SIGTERM drains and stops in time', async () => {
    const startTime = performance.now();
    server?.signal('SIGTERM');
    const code = await server?.waitForEnd();
    const seconds = (performance.now() - startTime) / 1000;
    expect(
      code === 0 && seconds < stopSeconds,
      `it ended with ${code} after ${seconds.toFixed(1)} s:\n${await server?.output()}`,
    );
    return `${seconds.toFixed(1)} s of ${stopSeconds} s`;
  });
}

/**
 * Starts the server, and starts it again when it ends before it is ready, as `Restart=always` does; at most five times.
 */
async function startUntilReady(root: FreshRoot, script: string): Promise<StartedProgram> {
  for (let attempt = 1; ; attempt += 1) {
    const server = root.start(`server-${attempt}`, script);
    try {
      await waitUntilDone(async () => (await fetch(`${serverUrl}/readyz`)).status === 200, server);
      return server;
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

/** Reads from the unit the arguments of its program, and TimeoutStopSec in seconds. */
function readUnit(root: FreshRoot): { startCommand: string; stopSeconds: number } {
  const unitText = readRootFile(root, '/etc/systemd/system/carhouse.service');
  const startCommand = /^ExecStart=\S+\/node (.+)$/m.exec(unitText)?.[1];
  const stopSeconds = Number(/^TimeoutStopSec=(\d+)s$/m.exec(unitText)?.[1]);
  if (startCommand === undefined || !Number.isInteger(stopSeconds)) throw new Error('the unit has another form');
  return { startCommand, stopSeconds };
}

/** Asks through Caddy, whose certificate authority is that of the root. */
async function requestThroughCaddy(root: FreshRoot, path: string): Promise<{ status: number; body: string }> {
  const ca = readRootFile(root, authorityFile);
  return new Promise((resolve, reject) => {
    const clientRequest = request(
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
    clientRequest.setTimeout(20_000, () => clientRequest.destroy(new Error('no answer in 20 s')));
    clientRequest.on('error', reject).end();
  });
}

/** Asks for the home page without a pause until `action` has ended. @returns the statuses; 0 for a request without answer. */
async function requestHomeWhile(root: FreshRoot, action: () => Promise<void>): Promise<number[]> {
  const statuses: number[] = [];
  let hasEnded = false;
  const requestLoopPromise = (async () => {
    while (!hasEnded)
      statuses.push(
        await requestThroughCaddy(root, '/').then(
          ({ status }) => status,
          () => 0,
        ),
      );
  })();
  try {
    await action();
  } finally {
    hasEnded = true;
    await requestLoopPromise;
  }
  return statuses;
}

/** Waits until `isDone` is true. @throws Error with the output of the program when it has ended, or after the timeout. */
async function waitUntilDone(
  isDone: () => Promise<boolean>,
  program: StartedProgram | undefined,
  timeout = startTimeoutMs,
): Promise<void> {
  const end = performance.now() + timeout;
  let hasEnded = false;
  void program?.waitForEnd().then(() => {
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
