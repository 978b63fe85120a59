import { type AuditEntry, listAudit as selectAudit } from '@carhouse/database/audit/audit';
import { nameAuditSubjects } from '@carhouse/database/audit/audit-names';
import type { AccountId } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { parseId } from '@carhouse/domain/ids/id';
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
  readonly names: ReadonlyMap<string, string>;
};

/** A page of the audit log, newest first. @throws DomainError BAD_REQUEST for a malformed cursor. */
export async function listAudit(context: Context, query: AuditQuery): Promise<AuditPage> {
  const { noun, nounId, actor, day, limit, cursor } = query;
  const from = day === undefined ? undefined : new Date(`${day}T00:00:00+08:00`);
  const until = from === undefined ? undefined : new Date(from.getTime() + 24 * 3_600_000);
  const actorId = actor === undefined ? undefined : readActor(actor);
  const page = await selectPage({
    before: cursor,
    size: limit,
    timeOf: (entry: AuditEntry) => entry.at,
    select: (rows, after) => selectAudit(context.database, { noun, nounId, actorId, from, until }, rows, after),
  });
  return { ...page, names: await nameAuditSubjects(context.database, page.rows) };
}

/** Null stands for the server itself as actor. @throws DomainError BAD_REQUEST for a malformed id. */
function readActor(text: string): AccountId | null {
  if (text === 'machine') return null;
  const id = parseId<'account'>(text);
  if (id === undefined) throw new DomainError('BAD_REQUEST');
  return id;
}
