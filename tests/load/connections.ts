import { once } from 'node:events';
import {
  connectToOrigin,
  type ExchangeResponse,
  openExchange,
  type RequestOptions,
} from '@carhouse/bench/http-exchange';

type Connection = { readonly send: (request: RequestOptions) => Promise<ExchangeResponse>; readonly close: () => void };

/**
 * Keep-alive connections to one server, like those of a reverse proxy in front of the server. A request takes an idle
 * connection, or opens a new one. The number of connections has no limit, so that a slow server receives as many
 * requests as a fast server.
 */
export class Connections {
  readonly #origin: string;
  readonly #hostHeader: string;
  readonly #idle: Connection[] = [];
  readonly #all = new Set<Connection>();

  constructor(origin: string) {
    this.#origin = origin;
    this.#hostHeader = new URL(origin).host;
  }

  /**
   * Sends a request, and waits for the whole answer.
   * @param timeoutMs milliseconds after which the connection is closed.
   * @throws Error when there is no answer.
   */
  async send(request: RequestOptions, timeoutMs: number): Promise<ExchangeResponse> {
    const connection = this.#idle.pop() ?? (await this.#open(timeoutMs));
    const timer = setTimeout(() => connection.close(), timeoutMs);
    try {
      const answer = await connection.send(request);
      if (/\r\nconnection: *close/i.test(answer.head)) connection.close();
      else if (this.#all.has(connection)) this.#idle.push(connection);
      return answer;
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    for (const connection of this.#all) connection.close();
  }

  async #open(timeoutMs: number): Promise<Connection> {
    const socket = connectToOrigin(this.#origin);
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      socket.destroy();
      throw error;
    }
    const connection: Connection = { send: openExchange(socket, this.#hostHeader), close: () => socket.destroy() };
    this.#all.add(connection);
    socket.once('close', () => {
      this.#all.delete(connection);
      const index = this.#idle.indexOf(connection);
      if (index !== -1) this.#idle.splice(index, 1);
    });
    return connection;
  }
}
