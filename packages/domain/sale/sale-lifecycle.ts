import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { type SaleState, saleStates } from './sale.ts';

export type SaleEvent =
  | 'hand-over'
  | 'confirm'
  | 'freeze'
  | 'resume'
  | 'resume-after-hand-over'
  | 'release'
  | 'transfer'
  | 'net'
  | 'pay-out'
  | 'return'
  | 'refund';

/** The parties of a sale. `provider` is the card provider; `clock` stands for the end of a period. */
export type SaleParty = 'buyer' | 'seller' | 'admin' | 'provider' | 'clock';

/**
 * The states of a sale, from the payment of the buyer to the payment of the seller. A buyer who complains and a bank that
 * disputes the charge freeze the sale; an admin then decides. `net` ends a sale whose whole share pays a debt of the
 * seller, so that nothing is transferred. `return` is a payout that the seller's bank has sent back.
 */
export const saleLifecycle: Lifecycle<SaleState, SaleEvent, SaleParty> = {
  noun: 'sale',
  initialState: 'paid',
  states: saleStates,
  transitions: [
    { from: 'paid', event: 'hand-over', to: 'handed-over', by: ['seller'] },
    { from: 'handed-over', event: 'confirm', to: 'confirmed', by: ['buyer', 'clock'] },
    { from: 'paid', event: 'freeze', to: 'frozen', by: ['buyer', 'provider'] },
    { from: 'handed-over', event: 'freeze', to: 'frozen', by: ['buyer', 'provider'] },
    { from: 'confirmed', event: 'freeze', to: 'frozen', by: ['provider'] },
    { from: 'frozen', event: 'resume', to: 'paid', by: ['buyer', 'admin'] },
    { from: 'frozen', event: 'resume-after-hand-over', to: 'handed-over', by: ['buyer', 'admin'] },
    { from: 'frozen', event: 'release', to: 'confirmed', by: ['admin'] },
    { from: 'confirmed', event: 'transfer', to: 'transferred', by: ['provider'] },
    { from: 'confirmed', event: 'net', to: 'paid-out', by: ['clock'] },
    { from: 'transferred', event: 'pay-out', to: 'paid-out', by: ['provider'] },
    { from: 'paid-out', event: 'return', to: 'transferred', by: ['provider'] },
    { from: 'paid', event: 'refund', to: 'refunded', by: ['admin'] },
    { from: 'handed-over', event: 'refund', to: 'refunded', by: ['admin'] },
    { from: 'confirmed', event: 'refund', to: 'refunded', by: ['admin'] },
    { from: 'frozen', event: 'refund', to: 'refunded', by: ['admin'] },
    { from: 'transferred', event: 'refund', to: 'refunded', by: ['admin'] },
    { from: 'paid-out', event: 'refund', to: 'refunded', by: ['admin'] },
  ],
};
