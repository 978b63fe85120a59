import { z } from 'zod';

/** Where the database is: an embedded PostgreSQL in the data directory, or an external server. */
export type DatabaseConfig =
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'server';
      readonly url: string;
      /** The URL for work that needs a database session of its own. This URL does not lead to a connection pooler. */
      readonly sessionUrl: string;
      /** Whether `url` and `replicaUrls` lead to a pooler that gives each transaction another connection. */
      readonly isPooled: boolean;
      readonly replicaUrls: readonly string[];
      /** Maximum number of bytes of the write-ahead log by which a replica may lag and still be used. */
      readonly maxReplicaLagBytes: number;
    };

const urlPattern = /^postgres(ql)?:\/\//;
const urlMessage = 'must start with postgres://';
const databaseUrl = z.string().regex(urlPattern, urlMessage);
const bytesPerMegabyte = 1024 * 1024;

export const databaseVariableSchemas = {
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_SESSION_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URLS: z
    .string()
    .transform((text) => text.split(',').map((url) => url.trim()))
    .refine((urls) => urls.every((url) => urlPattern.test(url) && URL.canParse(url)), {
      error: 'must be URLs that start with postgres://, separated by commas',
    })
    .optional(),
  DATABASE_REPLICA_LAG_MB: z.coerce.number().min(0.1).max(10_000).default(16),
};

/** Returns an error for each variable that means nothing without `DATABASE_URL`. */
export function listDatabaseFaults(variables: Readonly<Record<string, string | undefined>>): string[] {
  if (variables.DATABASE_URL !== undefined) return [];
  return ['DATABASE_SESSION_URL', 'DATABASE_REPLICA_URLS']
    .filter((name) => variables[name] !== undefined)
    .map((name) => `${name}: needs DATABASE_URL`);
}

export function readDatabaseConfig({
  DATABASE_URL: url,
  DATABASE_SESSION_URL: sessionUrl,
  DATABASE_REPLICA_URLS: replicaUrls = [],
  DATABASE_REPLICA_LAG_MB: lagMegabytes,
}: z.output<z.ZodObject<typeof databaseVariableSchemas>>): DatabaseConfig {
  if (url === undefined) return { kind: 'embedded' };
  return {
    kind: 'server',
    url,
    sessionUrl: sessionUrl ?? url,
    isPooled: sessionUrl !== undefined && sessionUrl !== url,
    replicaUrls,
    maxReplicaLagBytes: Math.round(lagMegabytes * bytesPerMegabyte),
  };
}
