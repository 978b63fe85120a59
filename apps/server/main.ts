import cluster from 'node:cluster';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { ConfigError, readConfig } from './config.ts';
import { endOnFault } from './startup/end-on-fault.ts';
import { openLogDestination } from './startup/log-destination.ts';
import { openLog } from './startup/open-log.ts';
import { readArguments } from './startup/read-arguments.ts';
import type { RunningNodes } from './startup/run-nodes.ts';
import { demoPassword } from './startup/seed-demo.ts';
import { StartFault } from './startup/start-fault.ts';

const writeLine = (line: string): void => void process.stdout.write(`${line}\n`);
const writeErrorLine = (line: string): void => void process.stderr.write(`${line}\n`);

/**
 * Returns the text for an error that prevented the start: one line for an error that the operator can fix, and the
 * stack of any other error.
 */
function explainStartError(error: unknown): string {
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
function waitForStopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort());
  return controller.signal;
}

const stopSignal = waitForStopSignal();
try {
  const { isDevelopment, nodeCount } = readArguments(process.argv.slice(2), availableParallelism());
  const config = readConfig(isDevelopment);
  // A demo in a terminal logs text for a person. Otherwise each log line is a JSON object.
  const logDestination = openLogDestination();
  const log = openLog(config.logLevel, logDestination, config.isDemo && process.stderr.isTTY ? 'text' : 'json');
  logDestination.onRecovery((lostLineCount) =>
    log.warn({ lost: lostLineCount }, 'lines of the log were lost, because it could not be written'),
  );
  endOnFault(log);
  // Each process imports only the modules that it runs. For example, the primary process of several nodes needs no
  // routes.
  if (cluster.isWorker) {
    const { runNode } = await import('./startup/run-node.ts');
    await runNode(config, log, { writeLine, stop: stopSignal });
    process.exit(0);
  }
  let server: RunningNodes;
  if (nodeCount === null) {
    const { startServer } = await import('./startup/start-server.ts');
    server = await startServer(config, log, writeLine, stopSignal);
  } else {
    const { runNodes } = await import('./startup/run-nodes.ts');
    server = await runNodes(config, log, { count: nodeCount, writeLine, stop: stopSignal });
  }
  writeLine(`Car House is ready at ${server.url}`);
  if (nodeCount !== null) {
    writeLine(`Nodes: ${nodeCount}. 'kill -USR2 ${process.pid}' replaces them one after the other.`);
  }
  if (server.hasDemo) {
    writeLine(`Demo logins, all with the password ${demoPassword}:`);
    writeLine('  buyer@carhouse.example   buyer2@carhouse.example   seller@carhouse.example (verified)');
    writeLine('  seller2@carhouse.example (not verified)   admin@carhouse.example');
  }
  if (!stopSignal.aborted) await once(stopSignal, 'abort');
  writeLine('Stopping…');
  await server.close();
  process.exit(0);
} catch (error) {
  // The server was stopped before it was ready, and everything that had been started is already stopped.
  if (stopSignal.aborted && error === stopSignal.reason) {
    if (cluster.isPrimary) writeLine('Stopped before it was ready.');
    process.exit(0);
  }
  writeErrorLine(explainStartError(error));
  process.exit(1);
}
