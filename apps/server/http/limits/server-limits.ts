import { imageBytes } from '@carhouse/contract/images';
import { importBytes } from '@carhouse/contract/imports';

/** Limits of the HTTP server (docs/reliability.md, limits). Times in milliseconds, sizes in bytes. */
export const serverLimits = {
  headersTimeout: 10_000,
  /** A whole request that is no upload. */
  requestTimeout: 30_000,
  /** A whole upload. It is the limit of Node's server; `registerDeadline` holds everything else to `requestTimeout`. */
  uploadTimeout: 60_000,
  /** Milliseconds for which an idle connection stays open. A proxy in front must close its connections earlier. */
  keepAliveTimeout: 5_000,
  keepAliveTimeoutBehindProxy: 65_000,
  /** A connection without any traffic, such as that of a client that does not read its answer. */
  stallTimeout: 120_000,
  /** For all clients; the limit of one network is in share-connections.ts. */
  maxConnections: 1_000,
  headerBytes: 16 * 1024,
  jsonBytes: 64 * 1024,
  /** Events of the card provider. */
  eventBytes: 256 * 1024,
  uploadBytes: imageBytes,
  /** A dealer's list of cars. It is kept in parts, never held in memory. */
  importBytes,
  /** Interval in milliseconds at which Node checks for connections that are too slow. */
  checkInterval: 1_000,
} as const;
