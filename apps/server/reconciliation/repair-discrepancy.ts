import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import {
  closeDiscrepancy,
  type FoundDiscrepancy,
  findDiscrepancy,
  saveFoundDiscrepancy,
} from '@carhouse/database/reconciliation/discrepancies';
import {
  runServerCheck,
  type ServerDiscrepancyKind,
  serverDiscrepancyKinds,
} from '@carhouse/database/reconciliation/own-checks';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { requireId } from '@carhouse/domain/ids/id';
import type { Discrepancy, DiscrepancyKind } from '@carhouse/domain/payment/discrepancy';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { repairsByKind } from './find-repair.ts';
import { inspectCharge } from './inspect-charge.ts';

/**
 * Runs the repair of a discrepancy, and then checks the discrepancy again. Every repair is a use case that may be repeated,
 * so two concurrent calls repair the discrepancy once. A closed discrepancy does not change. A discrepancy that still exists
 * after its repair stays open with new evidence.
 * @throws DomainError NOT_FOUND, the errors of the repair (PAYMENT_PROVIDER_UNAVAILABLE, CHARGE_DISPUTED), and the errors of
 *   `authoriseAdmin`.
 */
export async function repairDiscrepancy(context: Context, actor: Actor, id: string): Promise<Discrepancy> {
  const discrepancy = await findDiscrepancy(context.database, requireId<'discrepancy'>(id));
  if (discrepancy === undefined) throw new DomainError('NOT_FOUND');
  if (discrepancy.state !== 'open') return discrepancy;
  // The admin's role is checked first, so that an admin who has lost it causes no request to the provider.
  await inTransaction(context.database, (trx) => authoriseAdmin(context, trx, actor));
  await repairsByKind[discrepancy.kind].run(context, actor, discrepancy.subject);
  const observation = await inspectAgain(context, discrepancy);
  const now = context.now();
  if (observation !== null) await saveFoundDiscrepancy(context.database, context.newId(), observation, now);
  await inTransaction(context.database, async (trx) => {
    // An admin who was suspended during the repair is refused. The discrepancy of a refused repair stays open, and the
    // next check closes the discrepancy.
    const { accountId } = await authoriseAdmin(context, trx, actor);
    const isResolved =
      observation === null && (await closeDiscrepancy(trx, discrepancy.id, { state: 'repaired', by: accountId, now }));
    if (observation === null && !isResolved) return;
    await recordAudit(context, trx, {
      actorId: accountId,
      action: isResolved ? 'repair' : 'repair-in-vain',
      noun: 'finding',
      nounId: discrepancy.id,
      before: { kind: discrepancy.kind, subject: discrepancy.subject, state: 'open' },
      after: { state: isResolved ? 'repaired' : 'open' },
    });
  });
  const updatedDiscrepancy = await findDiscrepancy(context.database, discrepancy.id);
  if (updatedDiscrepancy === undefined) throw new DomainError('INTERNAL');
  return updatedDiscrepancy;
}

/** The kinds of discrepancies that an admin ends by noting that they have looked at the discrepancy. */
const acknowledgedKinds: readonly DiscrepancyKind[] = ['event-of-unknown-charge', 'balance-unexplained'];

/**
 * Returns the discrepancy with its current evidence if it still exists; null when it is resolved. Discrepancies of some
 * kinds are resolved by the admin's acknowledgement, for example an event about another system's charge.
 */
async function inspectAgain(context: Context, discrepancy: Discrepancy): Promise<FoundDiscrepancy | null> {
  if (acknowledgedKinds.includes(discrepancy.kind)) return null;
  const serverKind = serverDiscrepancyKinds.find((kind): kind is ServerDiscrepancyKind => kind === discrepancy.kind);
  if (serverKind !== undefined) {
    const [observation] = await runServerCheck(context.database, serverKind, context.now(), discrepancy.subject);
    return observation ?? null;
  }
  const { observation } = await inspectCharge(context, discrepancy.subject);
  return observation?.kind === discrepancy.kind ? observation : null;
}
