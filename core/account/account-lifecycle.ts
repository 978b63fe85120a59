import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { AccountStatus } from './account.ts';

export type AccountEvent = 'suspend' | 'reinstate' | 'delete';

export const accountLifecycle: Lifecycle<AccountStatus, AccountEvent, 'admin' | 'owner'> = {
  noun: 'account',
  initial: 'active',
  states: ['active', 'suspended', 'deleted'],
  transitions: [
    { from: 'active', event: 'suspend', to: 'suspended', by: ['admin'] },
    { from: 'suspended', event: 'reinstate', to: 'active', by: ['admin'] },
    { from: 'active', event: 'delete', to: 'deleted', by: ['admin', 'owner'] },
    { from: 'suspended', event: 'delete', to: 'deleted', by: ['admin'] },
  ],
};
