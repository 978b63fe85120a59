import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Returns a free port of 127.0.0.1, for a server that must know its port before it listens. The port is below those
 * that operating systems assign to outgoing connections and to servers without a fixed port, so that no other program
 * takes it before the server listens.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000);
    const portProbeServer = createServer().listen(port, '127.0.0.1');
    const isFree = await once(portProbeServer, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    portProbeServer.close();
    await once(portProbeServer, 'close');
    return port;
  }
}
