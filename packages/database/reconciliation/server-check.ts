import { sql } from 'kysely';

/** A check that needs only the server's own tables. `subject` restricts the check to one record, after a repair. */
export type ServerCheck = (scope: {
  readonly now: Date;
  readonly subject: string | null;
  readonly limit: number;
}) => DiscrepancySql;
type DiscrepancySql = ReturnType<typeof sql<{ subject: string; evidence: object }>>;

/** One discrepancy of a check: the id of its subject, and the differing records. */
export const discrepancySql = sql<{ subject: string; evidence: object }>;

export const computeTimeMinutesBefore = (now: Date, minutes: number): Date =>
  new Date(now.getTime() - minutes * 60_000);
