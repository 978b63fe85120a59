import { recordAudit } from '@carhouse/database/audit/audit';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { changeSaleState, type SaleChange } from '@carhouse/database/sales/sales';
import type { AccountId } from '@carhouse/domain/account/account';
import { advance } from '@carhouse/domain/lifecycle/lifecycle';
import type { Sale, SaleState } from '@carhouse/domain/sale/sale';
import { type SaleEvent, type SaleParty, saleLifecycle } from '@carhouse/domain/sale/sale-lifecycle';
import type { Context } from '../context.ts';

/**
 * Moves a locked sale by one event of its lifecycle, with an entry of the audit. `initiator.actorId` is null when no
 * user causes the event.
 * @returns the state after the event.
 * @throws DomainError ILLEGAL_TRANSITION, ROLE_REQUIRED.
 */
export async function advanceSale(
  context: Pick<Context, 'now' | 'newId'>,
  trx: Transaction,
  sale: Pick<Sale, 'bookingId' | 'state'>,
  event: SaleEvent,
  initiator: { readonly party: SaleParty; readonly actorId: AccountId | null },
  change: SaleChange = {},
): Promise<SaleState> {
  const newState = advance(saleLifecycle, sale.state, event, initiator.party);
  await changeSaleState(trx, sale.bookingId, sale.state, newState, { ...change, now: context.now() });
  await recordAudit(context, trx, {
    actorId: initiator.actorId,
    noun: 'sale',
    action: event,
    nounId: sale.bookingId,
    before: { state: sale.state },
    after: { state: newState, by: initiator.party },
  });
  return newState;
}
