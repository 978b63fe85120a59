import { type Lifecycle, listPossibleEvents } from '../lifecycle/lifecycle.ts';
import {
  type ImportAdminAct,
  type ImportState,
  importAdminActs,
  importStates,
  type SellerStartedWork,
} from './import-states.ts';

export type ImportEvent =
  | 'receive'
  | 'change-columns'
  | 'check'
  | 'start'
  | 'ask-review'
  | 'withdraw-gone'
  | 'finish'
  | 'fail'
  | 'stop'
  | ImportAdminAct;

/** The parties of an import. `system` stands for background work, and for the end of a seller's account. */
export type ImportParty = 'seller' | 'admin' | 'system';

const stoppingParties = ['seller', 'admin', 'system'] as const;

/**
 * The lifecycle of an import. A new state needs a line in import-states.ts, its transitions here, a text for the screen
 * and a migration that adds the state to the check constraint.
 */
export const importLifecycle: Lifecycle<ImportState, ImportEvent, ImportParty> = {
  noun: 'import',
  initialState: 'receiving',
  states: importStates,
  transitions: [
    { from: 'receiving', event: 'receive', to: 'examining', by: ['system'] },
    { from: 'examining', event: 'finish', to: 'ready', by: ['system'] },
    { from: 'examining', event: 'fail', to: 'unreadable', by: ['system'] },
    { from: 'examining', event: 'stop', to: 'unreadable', by: stoppingParties },
    ...makeTransitionsBeforeRun('ready'),
    { from: 'checking', event: 'finish', to: 'checked', by: ['system'] },
    { from: 'checking', event: 'fail', to: 'failed', by: ['system'] },
    { from: 'checking', event: 'stop', to: 'stopped', by: stoppingParties },
    ...makeTransitionsBeforeRun('checked'),
    { from: 'awaiting review', event: 'release', to: 'running', by: ['admin'] },
    { from: 'awaiting review', event: 'reject', to: 'rejected', by: ['admin'] },
    { from: 'running', event: 'finish', to: 'done', by: ['system'] },
    { from: 'running', event: 'fail', to: 'failed', by: ['system'] },
    { from: 'running', event: 'stop', to: 'stopped', by: stoppingParties },
    ...makeTransitionsBeforeRun('failed'),
    ...makeTransitionsBeforeRun('stopped'),
    { from: 'done', event: 'withdraw-gone', to: 'withdrawing', by: ['seller'] },
    { from: 'withdrawing', event: 'finish', to: 'done', by: ['system'] },
    // When withdrawing fails, the listings that are not withdrawn yet stay on sale.
    { from: 'withdrawing', event: 'fail', to: 'done', by: ['system'] },
    { from: 'withdrawing', event: 'stop', to: 'done', by: stoppingParties },
  ],
};

/**
 * Returns the transitions of a state in which the seller may start the import. For sellers whose imports an admin
 * reviews first, the event `ask-review` replaces `start`.
 */
function makeTransitionsBeforeRun(from: ImportState): typeof importLifecycle.transitions {
  return [
    { from, event: 'change-columns', to: 'ready', by: ['seller'] },
    { from, event: 'check', to: 'checking', by: ['seller'] },
    { from, event: 'start', to: 'running', by: ['seller'] },
    { from, event: 'ask-review', to: 'awaiting review', by: ['seller'] },
  ];
}

/** The event with which a seller starts each kind of work. */
export const startEventsByWork: Readonly<Record<SellerStartedWork, ImportEvent>> = {
  checking: 'check',
  running: 'start',
  withdrawing: 'withdraw-gone',
};

/** Returns the actions that an admin may take on an import in this state; use cases refuse all others. */
export function listAdminActs(state: ImportState): readonly ImportAdminAct[] {
  const events = listPossibleEvents(importLifecycle, state, 'admin');
  return importAdminActs.filter((adminAct) => events.includes(adminAct));
}
