import { type AuditEntryAnswer, type AuditFacts, auditFacts } from '@carhouse/contract/audit';
import type { AuditEntry } from '@carhouse/database/audit/audit';

/** An audit entry for an admin, with names for its ids. */
export function presentEntry(entry: AuditEntry, names: ReadonlyMap<string, string>): AuditEntryAnswer {
  return {
    _id: entry.id,
    at: entry.at.toISOString(),
    actorId: entry.actorId,
    actorName: entry.actorId === null ? null : (names.get(entry.actorId) ?? null),
    action: entry.action,
    noun: entry.noun,
    nounId: entry.nounId,
    subject: names.get(entry.nounId) ?? null,
    before: shownFacts(entry.before),
    after: shownFacts(entry.after),
  };
}

/**
 * The fields of an entry that the API contract declares, in the declared form. Older versions of the server may have written
 * other fields.
 */
function shownFacts(facts: unknown): AuditFacts | null {
  if (typeof facts !== 'object' || facts === null) return null;
  const shown = Object.entries(facts).filter(([name, value]) => {
    const form = name in auditFacts.shape ? auditFacts.shape[name as keyof AuditFacts] : undefined;
    return form?.safeParse(value).success === true;
  });
  return Object.fromEntries(shown) as AuditFacts;
}
