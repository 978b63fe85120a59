import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMailServer, type TestMailServer } from '@carhouse/mail/testing/start-mail-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../../testing/run-command.ts';
import { makeProductionEnvironment, startServerProcess } from '../../testing/server-process.ts';
import { demoPassword } from '../seed-demo.ts';

// Tests an operator's procedures: the product runs as a process on its embedded database, and the commands of package.json
// run beside it.

let dataDir: string;
let mails: TestMailServer;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carhouse-gate-'));
  await chmod(dataDir, 0o711);
  mails = await startMailServer();
});
afterAll(async () => {
  await mails?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/**
 * Variables with empty values, which count as not set. The tests run with NODE_ENV=test, but the server under test must
 * not.
 */
const unsetVariables = { NODE_ENV: '', DATABASE_URL: '' };

async function readRefusal(env: Record<string, string>): Promise<string> {
  const startOutcome = await startServerProcess({ ...unsetVariables, DATA_DIR: dataDir, ...env }).catch(
    (error: Error) => error,
  );
  if (startOutcome instanceof Error) return startOutcome.message;
  await startOutcome.stop();
  throw new Error('The server came up.');
}

/** Sends a request with the public host name, as a proxy in front of the server does. */
async function requestPage(url: string, path: string): Promise<Response> {
  return fetch(`${url}${path}`);
}

/**
 * Returns the number of demo notices on Home, on the login page, on a page of the router, and on the page for an
 * unknown URL.
 */
async function countDemoNotices(url: string): Promise<number[]> {
  const pagePaths = ['/', '/login', '/faq', '/no/such/page'];
  const texts = await Promise.all(pagePaths.map(async (path) => (await requestPage(url, path)).text()));
  return texts.map((text) => text.split('anyone can sign in with the published accounts, no money moves.').length - 1);
}

async function signIn(url: string, email: string, password: string): Promise<number> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

it('keeps the demo out of production, and shows the way from one to the other', { timeout: 240_000 }, async () => {
  const demoProcess = await startServerProcess({ ...unsetVariables, DATA_DIR: dataDir });
  expect(await signIn(demoProcess.url, 'admin@carhouse.example', demoPassword)).toBe(200);
  expect(await countDemoNotices(demoProcess.url)).toEqual([0, 0, 0, 0]);
  await demoProcess.stop();

  // A demo with a public address shows its notice on each page.
  const publicDemoVariables = { DEMO: '1', PUBLIC_URL: 'https://demo.example', NODE_ENV: 'production' };
  const publicDemoProcess = await startServerProcess({ ...unsetVariables, DATA_DIR: dataDir, ...publicDemoVariables });
  expect(await countDemoNotices(publicDemoProcess.url)).toEqual([1, 1, 1, 1]);
  const description = (await (await requestPage(publicDemoProcess.url, '/api/docs/json')).json()) as {
    info: { description: string };
  };
  expect(description.info.description).toContain('Demo: anyone can sign in with the published accounts');
  await publicDemoProcess.stop();

  // The server is in production when NODE_ENV says so, or when a setting is present that only production has.
  const folder = { DATABASE_URL: '', DATA_DIR: dataDir };
  for (const env of [{ NODE_ENV: 'production' }, { HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://cars.example' }]) {
    const refusalText = await readRefusal(env);
    expect(refusalText, JSON.stringify(env)).toMatch(
      /DATA_DIR: 10 demo accounts, \d+ demo cars on offer .*remove-demo/,
    );
    expect(refusalText).toContain('Configuration: STRIPE_SECRET_KEY: ');
    expect(refusalText).toContain('Configuration: SMTP_URL: ');
  }
  expect(await readRefusal(makeProductionEnvironment(mails.port))).toMatch(/DATA_DIR: 10 demo accounts/);
  const settings = { ...makeProductionEnvironment(mails.port), ...folder };
  const failingDoctorRun = await runCommand('commands/doctor.ts', [], settings);
  expect(failingDoctorRun).toMatchObject({
    code: 1,
    output: expect.stringContaining('refused  DATA_DIR: 10 demo accounts'),
  });
  expect(failingDoctorRun.output).toContain('ok       SMTP_URL: the mail server greets');

  expect(await runCommand('commands/remove-demo.ts', [], folder)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Make an admin first'),
  });
  const email = 'op@cars.example';
  const flags = ['--email', email, '--name', 'Op Erator', '--password-stdin'];
  expect(await runCommand('commands/create-admin.ts', flags, folder, 'CarHouse!2026\n')).toMatchObject({
    code: 1,
    output: expect.stringContaining('PASSWORD_RULE'),
  });
  expect(await runCommand('commands/create-admin.ts', flags, folder, 'Quiet!Harbour7\n')).toMatchObject({ code: 0 });
  expect(await runCommand('commands/remove-demo.ts', [], folder)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Deleted 10 demo accounts'),
  });

  const server = await startServerProcess(settings);
  try {
    const healthyDoctorRun = await runCommand('commands/doctor.ts', [], settings);
    expect(healthyDoctorRun, healthyDoctorRun.output).toMatchObject({
      code: 0,
      output: expect.stringContaining('0 refused'),
    });
    expect(await signIn(server.url, email, 'Quiet!Harbour7')).toBe(200);
    expect(await signIn(server.url, 'admin@carhouse.example', demoPassword)).toBe(401);
    const cars = (await (await fetch(`${server.url}/api/v1/listings`)).json()) as { total?: number; items: unknown[] };
    expect(cars.items).toEqual([]);
    // The command also works while the server is running.
    expect(await runCommand('commands/create-admin.ts', flags, folder, 'Quiet!Harbour7\n')).toMatchObject({
      code: 1,
      output: expect.stringContaining(`${email} has an account already`),
    });
  } finally {
    await server.stop();
  }
  // Starting without the variable does not restore the demo's admin.
  expect(await readRefusal({})).toContain('DATA_DIR: this database has served production since');
});

it('offers the first admin on an empty server, and no longer once there is one', { timeout: 120_000 }, async () => {
  const emptyFolder = await mkdtemp(join(tmpdir(), 'carhouse-gate-'));
  await chmod(emptyFolder, 0o711);
  const env = { ...makeProductionEnvironment(mails.port), DATABASE_URL: '', DATA_DIR: emptyFolder };
  try {
    const server = await startServerProcess(env);
    const outputLine = await server.waitForOutput(/first-admin#token=/);
    const token = /first-admin#token=([\w-]+)/.exec(outputLine)?.[1];
    const body = { token, name: 'First', email: 'first@cars.example', password: 'Quiet!Harbour7' };
    const answer = await fetch(`${server.url}/api/v1/first-admin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
    expect(await signIn(server.url, body.email, body.password)).toBe(200);
    await server.stop();
  } finally {
    await rm(emptyFolder, { recursive: true, force: true });
  }
});
