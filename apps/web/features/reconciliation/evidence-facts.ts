import { reconciliationMessages } from '#messages/reconciliation';
import { formatMoneyWithCents } from '../../ui/format.ts';
import { formatDate, formatTime } from '../../ui/format-date.ts';

/** One fact of the evidence as display texts. */
export type EvidenceFact = { readonly name: string; readonly value: string };

/** Lists the facts of one side of the evidence, the provider's or the server's. Nested facts are flattened. */
export function listEvidenceFacts(evidence: unknown): readonly EvidenceFact[] {
  if (!isRecord(evidence)) return [];
  return Object.entries(evidence).flatMap(([key, value]) => {
    const name = reconciliationMessages.facts[key] ?? key;
    if (Array.isArray(value) && value.some(isRecord)) return value.flatMap((each) => listEvidenceFacts(each));
    if (isRecord(value)) return listEvidenceFacts(value);
    return [{ name, value: formatEvidenceValue(key, value) }];
  });
}

/** Separates the evidence of a charge into two sides: the provider's and the server's. */
export function splitEvidenceBySide(
  evidence: Record<string, unknown>,
): { provider: unknown; recorded: unknown } | undefined {
  return 'provider' in evidence && 'recorded' in evidence
    ? { provider: evidence.provider, recorded: evidence.recorded }
    : undefined;
}

/** Returns the id of the stored event that a discrepancy names; undefined when it names no event. */
export function findEventId(evidence: Record<string, unknown>): string | undefined {
  if (typeof evidence.event === 'string') return evidence.event;
  const [firstEvent] = Array.isArray(evidence.events) ? (evidence.events as unknown[]) : [];
  return typeof firstEvent === 'string' ? firstEvent : undefined;
}

/** The facts that are amounts of money although their names do not say so. */
const amountKeys: readonly string[] = ['fee', 'owes', 'provider', 'ledger', 'kept', 'posted'];

/** Whether a fact is an amount in cents. The database returns sums as texts of digits. */
function isAmount(key: string, value: unknown): value is number | string {
  if (!key.startsWith('amount') && !amountKeys.includes(key)) return false;
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value));
}

const dateTimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

function formatEvidenceValue(key: string, value: unknown): string {
  if (value === null || value === undefined) return reconciliationMessages.unknownFact;
  // Amounts in the evidence are in cents.
  if (isAmount(key, value)) return formatMoneyWithCents(Number(value) / 100);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? reconciliationMessages.yes : reconciliationMessages.no;
  if (Array.isArray(value)) return value.map((each) => formatEvidenceValue(key, each)).join(', ');
  if (typeof value !== 'string') return reconciliationMessages.unknownFact;
  return dateTimePattern.test(value) ? `${formatDate(value)} ${formatTime(value)}` : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
