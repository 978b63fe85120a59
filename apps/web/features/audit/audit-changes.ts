import type { AuditFacts } from '@carhouse/contract/audit';
import { auditMessages } from '#messages/audit';
import { formatMoney } from '../../ui/format.ts';

/** One changed fact of an audit entry, with its old and its new value. A value is null when it was not recorded. */
export type Change = {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
};

/** Returns the changed facts of an entry as text, with the old and the new value. */
export function listChanges(before: AuditFacts | null, after: AuditFacts | null): readonly Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]) as Set<keyof AuditFacts>;
  return [...names]
    .map((name) => ({
      name: auditMessages.facts[name] ?? name,
      before: formatValue(name, before?.[name]),
      after: formatValue(name, after?.[name]),
    }))
    .filter((change) => change.before !== change.after && (change.before !== null || change.after !== null));
}

function formatValue(name: keyof AuditFacts, value: AuditFacts[keyof AuditFacts]): string | null {
  if (value === undefined) return null;
  if (value === null) return auditMessages.nothing;
  if (typeof value === 'boolean') return value ? auditMessages.yes : auditMessages.no;
  if (typeof value !== 'string') return value.join(', ');
  if (name === 'paymentId' || name === 'intentId') return auditMessages.shortId(value);
  return name === 'priceCents' || name === 'amountCents' ? formatMoney(Number(value) / 100) : value;
}
