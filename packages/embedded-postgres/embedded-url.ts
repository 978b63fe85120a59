import { ROLE } from './initialise-cluster.ts';

export type EmbeddedAddress = {
  readonly port: number;
  readonly password: string;
  /** The folder of the server's Unix socket; undefined when it listens on TCP only. */
  readonly socketFolder: string | undefined;
};

/**
 * Returns the URL of the same database on another port: a proxy, a pooler or another server on this machine. The folder
 * of the socket would bypass the proxy or pooler.
 */
export function replacePort(databaseUrl: string, port: number): URL {
  const url = new URL(databaseUrl);
  url.port = String(port);
  url.searchParams.delete('host');
  return url;
}

/**
 * Returns the URL of a database of the embedded server. With a socket, the parameter `host` names its folder. `pg` and
 * PostgreSQL's own programs then use the folder instead of the address; the address stays right for programs that know
 * only TCP.
 */
export function makeEmbeddedUrl({ port, password, socketFolder }: EmbeddedAddress, database: string): string {
  const url = `postgres://${ROLE}:${encodeURIComponent(password)}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  return socketFolder === undefined ? url : `${url}?host=${encodeURIComponent(socketFolder)}`;
}
