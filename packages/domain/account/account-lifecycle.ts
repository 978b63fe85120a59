import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { AccountStatus } from './account.ts';

export type AccountEvent = 'confirm' | 'reject' | 'suspend' | 'reinstate' | 'delete';

/**
 * The parties that can change the status of an account. The party `system` stands for background work of the server.
 */
export type AccountParty = 'admin' | 'owner' | 'system';

export const accountLifecycle: Lifecycle<AccountStatus, AccountEvent, AccountParty> = {
  noun: 'account',
  initialState: 'active',
  furtherInitialStates: ['waiting'],
  states: ['waiting', 'active', 'suspended', 'deleted'],
  transitions: [
    { from: 'waiting', event: 'confirm', to: 'active', by: ['admin'] },
    { from: 'waiting', event: 'reject', to: 'deleted', by: ['admin', 'system'] },
    { from: 'active', event: 'suspend', to: 'suspended', by: ['admin'] },
    { from: 'suspended', event: 'reinstate', to: 'active', by: ['admin'] },
    { from: 'active', event: 'delete', to: 'deleted', by: ['admin', 'owner', 'system'] },
    { from: 'suspended', event: 'delete', to: 'deleted', by: ['admin', 'system'] },
  ],
};
