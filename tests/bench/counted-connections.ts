import { Agent, type AgentOptions } from 'node:http';
import type { Socket } from 'node:net';

/** Connections that count the bytes that go through them in both directions. */
export class CountingAgent extends Agent {
  readonly #sockets: Socket[] = [];

  override createConnection(...args: Parameters<Agent['createConnection']>): ReturnType<Agent['createConnection']> {
    const socket = super.createConnection(...args);
    this.#sockets.push(socket as Socket);
    return socket;
  }

  get bytes(): number {
    return this.#sockets.reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0);
  }
}

/** Opens an agent with this number of connections, which stay open. */
export function openCountingAgent(connections: number): CountingAgent {
  const options: AgentOptions = { keepAlive: true, maxSockets: connections };
  return new CountingAgent(options);
}
