import { type AuditEntry, listAudit as selectAudit } from '@carhouse/database/audit/audit';
import { findAuditSubjectNames } from '@carhouse/database/audit/audit-names';
import { findBreakReasons } from '@carhouse/database/payments/holds';
import type { AccountId } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { parseId } from '@carhouse/domain/ids/id';
import { findPeriodBounds } from '@carhouse/domain/text/singapore-day';
import type { Context } from '../context.ts';
import { type Page, selectPage } from '../http/routing/page-cursor.ts';

type AuditQuery = {
  readonly noun?: string | undefined;
  readonly nounId?: string | undefined;
  readonly actor?: string | undefined;
  /** A calendar day in Singapore. */
  readonly day?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

export type AuditPage = Page<AuditEntry> & {
  /** Display names of the users and records in the entries, by id. */
  readonly namesById: ReadonlyMap<string, string>;
  /** The reasons for which admins broke holds, by the id of the attempt. The entries themselves contain no free text. */
  readonly breakReasonsByAttemptId: ReadonlyMap<string, string>;
};

/** Returns a page of the audit log, newest first. @throws DomainError BAD_REQUEST for a malformed cursor. */
export async function listAudit(context: Context, query: AuditQuery): Promise<AuditPage> {
  const { noun, nounId, actor, day, limit, cursor } = query;
  const { from, until } = findPeriodBounds({ from: day, to: day });
  const actorId = actor === undefined ? undefined : parseActor(actor);
  const page = await selectPage({
    before: cursor,
    size: limit,
    readTime: (entry: AuditEntry) => entry.at,
    select: (rows, pageCursor) =>
      selectAudit(context.database, { noun, nounId, actorId, from, until }, rows, pageCursor),
  });
  const breakHoldEntries = page.rows.filter(({ action }) => action === 'break-hold');
  const attempts = breakHoldEntries.flatMap(({ nounId }) => parseId<'payment_attempt'>(nounId) ?? []);
  const namesById = await findAuditSubjectNames(context.database, page.rows);
  return { ...page, namesById, breakReasonsByAttemptId: await findBreakReasons(context.database, attempts) };
}

/**
 * Parses the filter by actor.
 * @returns the id of a user, or null for actions of the server itself.
 * @throws DomainError BAD_REQUEST for a malformed id.
 */
function parseActor(text: string): AccountId | null {
  if (text === 'machine') return null;
  const id = parseId<'account'>(text);
  if (id === undefined) throw new DomainError('BAD_REQUEST');
  return id;
}
