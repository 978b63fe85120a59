import { z } from 'zod/mini';
import { call } from './call.ts';

const seconds = z.nullable(z.number());

/** Durations of the requests of the last minute in seconds; null when there were none. */
const durations = z.object({ count: z.number(), p50: seconds, p99: seconds });
export type RequestDurations = z.infer<typeof durations>;

const requestFigures = {
  requestsPerSecond: z.number(),
  reads: durations,
  writes: durations,
  /** Requests of the last minute that were answered with 5xx. */
  errors: z.number(),
};

const systemNode = z.object({
  /** The number of the node; `1` when the server is one process. */
  node: z.string(),
  ...requestFigures,
  /** The 99th percentile of the delay of the event loop. */
  loopDelay: seconds,
  memoryBytes: z.number(),
  uptime: z.number(),
  connections: z.object({ busy: z.number(), most: z.number(), waiting: z.number() }),
  catalogue: z.object({ cars: z.number(), staleness: seconds }),
});
export type SystemNode = z.infer<typeof systemNode>;

/**
 * Returns the state of the server: figures from the metrics of the nodes on this machine. The response has no personal
 * data.
 */
export const systemState = call({
  method: 'GET',
  path: '/api/v1/system',
  summary:
    'How the server does: requests of the last minute, nodes, work that waits, the last backup. From the metrics of the nodes of one machine',
  noun: 'system',
  access: 'admin',
  answers: {
    200: z.object({
      version: z.string(),
      ...requestFigures,
      nodes: z.array(systemNode),
      /**
       * Seconds since the last complete run of the reconciler. When there are several nodes, the value is the largest
       * one of all nodes.
       */
      reconcilerAge: seconds,
      jobsWaiting: z.nullable(z.number()),
      mailsWaiting: z.nullable(z.number()),
      eventsWaiting: z.nullable(z.number()),
      openDiscrepancies: z.nullable(z.number()),
      backup: z.object({
        /** Whether the server knows a folder for backups (`BACKUP_DIR`). */
        isConfigured: z.boolean(),
        /** Seconds since the last complete backup began; null when there is none. */
        age: seconds,
      }),
    }),
  },
});
export type SystemState = z.infer<(typeof systemState.answers)[200]>;
