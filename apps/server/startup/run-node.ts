import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { askForServices, type MessageOfPrimary, sendToPrimary } from './node-messages.ts';
import { startServer } from './start-server.ts';

/**
 * Runs one of the server nodes of this machine, in a process that the primary process has started (run-nodes.ts), until it is
 * asked to end: by `stop`, or by the primary process, which has a node for the new connections then.
 */
export async function runNode(
  config: Config,
  log: Logger,
  options: { readonly writeLine: (line: string) => void; readonly stop: AbortSignal },
): Promise<void> {
  const { stop } = options;
  const services = await askForServices();
  // What the operator reads at the start is the same for all nodes.
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
  process.on('message', (message: MessageOfPrimary) => {
    if (message.type === 'drain') controller.abort();
  });
  return controller.signal;
}
