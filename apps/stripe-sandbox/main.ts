import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startSandboxCardProvider } from './start-sandbox-card-provider.ts';

/** Runs the provider as a separate process. See README.md for the options. */
const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '12111' },
    'secret-key': { type: 'string', default: 'sk_test_sandbox' },
    'publishable-key': { type: 'string', default: 'pk_test_sandbox' },
    'webhook-url': { type: 'string' },
    'webhook-secret': { type: 'string', default: 'whsec_sandbox' },
    state: { type: 'string' },
    'settlement-seconds': { type: 'string', default: '0' },
    'base-path': { type: 'string', default: '' },
  },
});

const provider = await startSandboxCardProvider({
  host: values.host,
  port: Number(values.port),
  secretKey: values['secret-key'],
  publishableKey: values['publishable-key'],
  ...(values['webhook-url'] === undefined ? {} : { webhookUrl: values['webhook-url'] }),
  webhookSecret: values['webhook-secret'],
  ...(values.state === undefined ? {} : { statePath: values.state }),
  pricing: { settlementSeconds: Number(values['settlement-seconds']) },
  basePath: values['base-path'],
  now: () => new Date(),
  makeRandomId: () => randomBytes(12).toString('hex'),
  log: (message) => process.stderr.write(`${message}\n`),
});
process.stdout.write(`The sandbox card provider is ready at ${provider.url}\n`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void provider.close().then(() => process.exit(0));
  });
}
