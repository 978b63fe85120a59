import { writeAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { type OwnKind, ownKinds, runDeskCheck } from '@carhouse/database/reconciliation/desk-checks';
import { closeFinding, findFinding, type Sighting, saveSighting } from '@carhouse/database/reconciliation/findings';
import type { Actor } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { parseId } from '@carhouse/domain/ids/id';
import type { Finding } from '@carhouse/domain/payment/finding';
import { authoriseAdmin } from '../accounts/authorise-actor.ts';
import type { Context } from '../context.ts';
import { repairs } from './find-repair.ts';
import { inspectCharge } from './inspect-charge.ts';

/**
 * Does the one repair of a finding, and looks again. Every repair is a use case that may be repeated, so two admins at once
 * do it once. A closed finding stays as it is; one that is still there after its repair stays open with new evidence.
 * @throws DomainError NOT_FOUND, and those of the repair: PAYMENT_PROVIDER_UNAVAILABLE, CHARGE_DISPUTED, and
 *   those of `authoriseAdmin`.
 */
export async function repairFinding(context: Context, actor: Actor, id: string): Promise<Finding> {
  const findingId = parseId<'finding'>(id);
  const finding = findingId && (await findFinding(context.database, findingId));
  if (finding === undefined) throw new DomainError('NOT_FOUND');
  if (finding.state !== 'open') return finding;
  // Nothing is asked of the provider for an admin who is none any more.
  await inTransaction(context.database, (trx) => authoriseAdmin(context, trx, actor));
  await repairs[finding.kind].run(context, actor, finding.subject);
  const sighting = await lookAgain(context, finding);
  const now = context.now();
  if (sighting !== null) await saveSighting(context.database, context.newId(), sighting, now);
  await inTransaction(context.database, async (trx) => {
    // Suspended meanwhile: the finding stays open, and the next look of the money desk closes it.
    const { accountId } = await authoriseAdmin(context, trx, actor);
    const closed =
      sighting === null && (await closeFinding(trx, finding.id, { state: 'repaired', by: accountId, now }));
    if (sighting === null && !closed) return;
    await writeAudit(trx, {
      id: context.newId(),
      at: now,
      actorId: accountId,
      action: closed ? 'repair' : 'repair-in-vain',
      noun: 'finding',
      nounId: finding.id,
      before: { kind: finding.kind, subject: finding.subject, state: 'open' },
      after: { state: closed ? 'repaired' : 'open' },
    });
  });
  const after = await findFinding(context.database, finding.id);
  if (after === undefined) throw new DomainError('INTERNAL');
  return after;
}

/** Whether the finding is still there. What an admin has looked at once (an event of a charge that is not ours) is not. */
async function lookAgain(context: Context, finding: Finding): Promise<Sighting | null> {
  if (finding.kind === 'event-of-unknown-charge') return null;
  const own = ownKinds.find((kind): kind is OwnKind => kind === finding.kind);
  if (own !== undefined) {
    const [sighting] = await runDeskCheck(context.database, own, context.now(), finding.subject);
    return sighting ?? null;
  }
  const { sighting } = await inspectCharge(context, finding.subject);
  return sighting?.kind === finding.kind ? sighting : null;
}
