import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { askForServices, type MessageFromPrimary, sendToPrimary } from './node-messages.ts';
import { startServer } from './start-server.ts';

/**
 * Runs one of the server nodes of this machine, in a process that the primary process has started (run-nodes.ts). The
 * node runs until `stop` or the primary process asks it to end; the primary process then has another node for new
 * connections.
 */
export async function runNode(
  config: Config,
  log: Logger,
  options: { readonly writeLine: (line: string) => void; readonly stop: AbortSignal },
): Promise<void> {
  const { stop } = options;
  const services = await askForServices();
  // All nodes would print the same lines for the operator at their start, so only the first node prints them.
  const writeLine = services.isFirst ? options.writeLine : () => {};
  const server = await startServer(config, log, writeLine, stop, { services });
  const drainSignal = waitForDrainMessage();
  sendToPrimary({ type: 'ready', url: server.url, hasDemo: server.hasDemo });
  const endSignal = AbortSignal.any([stop, drainSignal]);
  if (!endSignal.aborted) await once(endSignal, 'abort');
  if (!stop.aborted) await Promise.race([server.drain(), once(stop, 'abort')]);
  await server.close();
}

function waitForDrainMessage(): AbortSignal {
  const controller = new AbortController();
  process.on('message', (message: MessageFromPrimary) => {
    if (message.type === 'drain') controller.abort();
  });
  return controller.signal;
}
