import { once } from 'node:events';
import { pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { endOnFault } from './startup/end-on-fault.ts';
import { openLog } from './startup/open-log.ts';
import { demoPassword } from './startup/seed-demo.ts';
import { StartFault } from './startup/start-fault.ts';
import { startServer } from './startup/start-server.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

/** Formats an error of the start: an error that the operator can fix takes one line, and any other error keeps its stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.faults.map((fault) => `Configuration: ${fault}`).join('\n');
  if (error instanceof StartFault) return `Configuration: ${error.message}`;
  const { name, code, message, stack } = error as Error & { code?: string };
  if (code === 'EACCES') return `No right to use a file or folder: ${message}`;
  return name === 'EmbeddedDatabaseError' ? message : (stack ?? message);
}

/**
 * Returns a signal that aborts at the first SIGINT or SIGTERM; later signals have no effect, because the server is already
 * stopping.
 */
function stopWanted(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort());
  return controller.signal;
}

const stop = stopWanted();
try {
  const config = readConfig(process.argv.includes('--dev'));
  const log = openLog(config.logLevel, pino.destination(2));
  endOnFault(log);
  const server = await startServer(config, log, say, stop);
  say(`Car House is ready at ${server.url}`);
  if (server.hasDemo) {
    say(`Demo logins, all with the password ${demoPassword}:`);
    say('  buyer@carhouse.example   buyer2@carhouse.example   seller@carhouse.example (verified)');
    say('  seller2@carhouse.example (not verified)   admin@carhouse.example');
  }
  if (!stop.aborted) await once(stop, 'abort');
  say('Stopping…');
  await server.close();
  process.exit(0);
} catch (error) {
  // The server was stopped before it was ready, and everything that had been started is already stopped.
  if (stop.aborted && error === stop.reason) {
    say('Stopped before it was ready.');
    process.exit(0);
  }
  complain(explain(error));
  process.exit(1);
}
