import { photoBytes } from '@carhouse/contract/images';
import { importBytes } from '@carhouse/contract/imports';

/** Limits of the HTTP server (docs/reliability.md, limits). Times in milliseconds, sizes in bytes. */
export const serverLimits = {
  headersTimeout: 10_000,
  /** A whole request but an upload. */
  requestTimeout: 30_000,
  /** A whole upload. It is the limit of Node's server; `registerDeadline` holds everything else to `requestTimeout`. */
  uploadTimeout: 60_000,
  /** An idle connection: browsers, and a proxy, which must be the one that closes first. */
  keepAliveTimeout: 5_000,
  keepAliveTimeoutBehindProxy: 65_000,
  /** A connection on which no byte goes either way, such as that of a client who does not read its answer. */
  stallTimeout: 120_000,
  /** Of all clients; those of one network: share-connections.ts. */
  maxConnections: 1_000,
  headerBytes: 16 * 1024,
  jsonBytes: 64 * 1024,
  /** Events of the card provider. */
  eventBytes: 256 * 1024,
  uploadBytes: photoBytes,
  /** A dealer's list of cars. It is kept in parts, never held in memory. */
  importBytes,
  /** How often Node looks for connections that are too slow. */
  checkInterval: 1_000,
} as const;
