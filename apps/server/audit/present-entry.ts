import { type AuditEntryAnswer, type AuditFacts, auditFacts } from '@carhouse/contract/audit';
import type { AuditEntry } from '@carhouse/database/audit/audit';
import type { AuditPage } from './list-audit.ts';

/** Returns an audit entry as an admin sees it, with display names for its ids and with the reason that its record stores. */
export function presentEntry(
  entry: AuditEntry,
  { namesById, breakReasonsByAttemptId }: Pick<AuditPage, 'namesById' | 'breakReasonsByAttemptId'>,
): AuditEntryAnswer {
  const reason = entry.action === 'break-hold' ? breakReasonsByAttemptId.get(entry.nounId) : undefined;
  return {
    _id: entry.id,
    at: entry.at.toISOString(),
    actorId: entry.actorId,
    actorName: entry.actorId === null ? null : (namesById.get(entry.actorId) ?? null),
    action: entry.action,
    noun: entry.noun,
    nounId: entry.nounId,
    subject: namesById.get(entry.nounId) ?? null,
    before: presentFacts(entry.before),
    after: presentFacts(reason === undefined ? entry.after : { ...(entry.after as object | null), reason }),
  };
}

/**
 * Returns only those recorded values of an entry that match the API contract. Older versions of the server
 * may have recorded values that the contract does not have.
 */
function presentFacts(facts: unknown): AuditFacts | null {
  if (typeof facts !== 'object' || facts === null) return null;
  const contractFactEntries = Object.entries(facts).filter(([name, value]) => {
    const factSchema = name in auditFacts.shape ? auditFacts.shape[name as keyof AuditFacts] : undefined;
    return factSchema?.safeParse(value).success === true;
  });
  return Object.fromEntries(contractFactEntries) as AuditFacts;
}
