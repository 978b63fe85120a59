import { maxImageBytes } from '@carhouse/contract/images';
import { maxImportBytes } from '@carhouse/contract/imports';

/** Limits of the HTTP server (docs/reliability.md, limits). Times in milliseconds, sizes in bytes. */
export const serverLimits = {
  headersTimeout: 10_000,
  /** Maximum duration of a request that is not an upload. */
  requestTimeout: 30_000,
  /**
   * Maximum duration of an upload. Node's server uses this value; `registerDeadline` limits all other requests to
   * `requestTimeout`.
   */
  uploadTimeout: 60_000,
  /**
   * Milliseconds for which an idle connection stays open. A proxy in front of the server must close its connections earlier.
   */
  keepAliveTimeout: 5_000,
  keepAliveTimeoutBehindProxy: 65_000,
  /** Maximum time without any traffic on a connection, for example when a client does not read its answer. */
  stallTimeout: 120_000,
  /** Maximum number of connections of all clients together; share-connections.ts limits each network. */
  maxConnections: 1_000,
  /**
   * Maximum number of requests of one connection where several nodes share a port. A proxy keeps its connections open
   * for a long time, so a restarted node would get no connections and the running nodes would do all the work.
   */
  requestsPerConnection: 200,
  headerBytes: 16 * 1024,
  jsonBytes: 64 * 1024,
  /** Maximum size of an event of the card provider. */
  eventBytes: 256 * 1024,
  uploadBytes: maxImageBytes,
  /** Maximum size of a dealer's list of cars. The file is stored in chunks, and never held in memory as a whole. */
  importBytes: maxImportBytes,
  /** Interval in milliseconds at which Node checks for connections that are too slow. */
  checkInterval: 1_000,
} as const;
