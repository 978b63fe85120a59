// `npm run sandbox-cards` starts the sandbox card provider as a separate process, for several nodes that share one
// DATABASE_URL. docs/operations.md explains how the nodes find this process. Exit codes: 0 on SIGTERM or SIGINT, 1 when
// the provider cannot start.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readCommandEnvironment } from '@carhouse/server/config/secret-files';
import { providerWebhookPath } from '@carhouse/server/http/routing/provider-paths';
import { loadOrCreateSecret } from '@carhouse/server/startup/kept-secret';
import { sandboxSecretName, startOwnSandbox } from '@carhouse/server/startup/own-sandbox';
import { deriveSandboxKeys } from '@carhouse/server/startup/sandbox-keys';

const usage = `Usage: npm run sandbox-cards -- [flags]

  --port N           where it listens; 12111 by default, 0 lets the system choose
  --host HOST        127.0.0.1 by default
  --house-url URL    where a node, or what stands in front of the nodes, takes webhooks; PUBLIC_URL by default
  --help             this text

Its account lies in DATA_DIR (./data). Its secret is SANDBOX_CARDS_SECRET, else the one kept in DATA_DIR/secrets.`;

/** Minimum length of a secret in characters. apps/server/config.ts has the same limit. */
const minSecretLength = 32;

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${explainError(error)}\n`);
  process.exitCode = 1;
}

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '12111' },
      host: { type: 'string', default: '127.0.0.1' },
      'house-url': { type: 'string', default: process.env.PUBLIC_URL ?? '' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const dataDir = resolve(process.env.DATA_DIR || './data');
  const secretInEnvironment = readCommandEnvironment(process.env).SANDBOX_CARDS_SECRET?.trim() ?? '';
  if (secretInEnvironment !== '' && secretInEnvironment.length < minSecretLength)
    throw new Error(`SANDBOX_CARDS_SECRET: must have at least ${minSecretLength} characters`);
  const serverUrl = values['house-url'].replace(/\/+$/, '');
  const sandbox = await startOwnSandbox({
    keys: deriveSandboxKeys(secretInEnvironment || (await loadOrCreateSecret(dataDir, sandboxSecretName))),
    dataDir,
    host: values.host,
    port: Number(values.port),
    ...(serverUrl === '' ? {} : { webhookUrl: `${serverUrl}${providerWebhookPath}` }),
    log: (message) => process.stderr.write(`${message}\n`),
  });
  process.stdout.write(`The sandbox card provider is ready at ${sandbox.url}\n`);
  if (secretInEnvironment === '')
    process.stdout.write(`Its SANDBOX_CARDS_SECRET is in ${dataDir}/secrets/${sandboxSecretName}\n`);
  if (serverUrl === '') process.stdout.write('It posts no webhooks: there is neither PUBLIC_URL nor --house-url.\n');
  await new Promise<void>((resolveStopped) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolveStopped());
  });
  await sandbox.close();
  return 0;
}

/** Formats as one line an error that the operator can correct. */
function explainError(error: unknown): string {
  const { code, message, stack } = error as Error & { code?: string };
  if (code === 'EADDRINUSE') return `--port: is in use (${message})`;
  const isKnownError =
    code === 'DATA_DIR_LOCKED' || code?.startsWith('ERR_PARSE_ARGS') === true || /^[A-Z_]+: /.test(message);
  return isKnownError ? message : (stack ?? message);
}
