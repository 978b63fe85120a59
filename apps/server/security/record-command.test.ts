import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, makeUser, type TestUser } from '../testing/builders.ts';
import { runCommand } from '../testing/run-command.ts';
import { enrolAuthenticatorApp } from '../testing/second-step.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let commandEnvironment: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await startTestServer();
  admin = await makeUser(server, 'admin');
  const { dataDir } = server.context.config;
  commandEnvironment = { DATABASE_URL: server.databaseUrl, SESSION_SECRET: server.sessionSecret, DATA_DIR: dataDir };
});
afterAll(() => server.close());

type RecordedCommand = {
  readonly event: string;
  readonly result: string;
  readonly code: string;
  readonly route: string;
};

/** Returns the operator's commands about a user that the security log shows to an admin. */
async function listCommandsAboutUser(email: string): Promise<readonly RecordedCommand[]> {
  const answer = await call(server, admin, 'GET', `/api/v1/security-events?email=${encodeURIComponent(email)}`);
  expect(answer.status).toBe(200);
  const { events } = answer.body as unknown as { events: readonly RecordedCommand[] };
  return events
    .filter(({ route }) => route.startsWith('npm run '))
    .map(({ event, result, code, route }) => ({ event, result, code, route }));
}

it('an admin whom a command made, and one whom it refused, are in the security log', async () => {
  const email = 'op@cars.example';
  const commandArguments = ['--email', email, '--name', 'Op Erator', '--password-stdin'];
  expect(await runCommand('commands/create-admin.ts', commandArguments, commandEnvironment, 'short\n')).toMatchObject({
    code: 1,
  });
  expect(
    await runCommand('commands/create-admin.ts', commandArguments, commandEnvironment, 'Quiet!Harbour7\n'),
  ).toMatchObject({
    code: 0,
  });
  const route = 'npm run create-admin';
  expect(await listCommandsAboutUser(email)).toEqual([
    { event: 'role-act', result: 'allowed', code: '', route },
    { event: 'role-act', result: 'refused', code: 'PASSWORD_RULE', route },
  ]);
});

it('a second factor that a command took away is there, and one that was not', async () => {
  const seller = await makeUser(server, 'Seller');
  const commandArguments = ['--email', seller.email];
  expect(await runCommand('commands/reset-second-factor.ts', commandArguments, commandEnvironment)).toMatchObject({
    code: 1,
  });
  await enrolAuthenticatorApp(server, seller.email, seller.token);
  expect(await runCommand('commands/reset-second-factor.ts', commandArguments, commandEnvironment)).toMatchObject({
    code: 0,
  });
  const route = 'npm run reset-second-factor';
  expect(await listCommandsAboutUser(seller.email)).toEqual([
    { event: 'second-factor', result: 'allowed', code: '', route },
    { event: 'second-factor', result: 'refused', code: 'NOT_FOUND', route },
  ]);
});

it('taking the demo out is there', async () => {
  expect(await runCommand('commands/remove-demo.ts', [], commandEnvironment)).toMatchObject({ code: 0 });
  const { rows } = await server.context.pool.query(
    "SELECT event, result FROM security_event WHERE route = 'npm run remove-demo'",
  );
  expect(rows).toEqual([{ event: 'role-act', result: 'allowed' }]);
});
