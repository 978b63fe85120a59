import { DomainError } from '../errors/domain-error.ts';

/**
 * One allowed transition: on `event`, a record changes from state `from` to `to`. `by` names the parties that may cause
 * the event.
 */
export type Transition<State extends string, Event extends string, Party extends string> = {
  readonly from: State;
  readonly event: Event;
  readonly to: State;
  readonly by: readonly Party[];
};

/**
 * A lifecycle as data: use cases check it, screens choose their buttons by it, and docs/lifecycles.md is generated from
 * it.
 */
export type Lifecycle<State extends string, Event extends string, Party extends string> = {
  readonly noun: string;
  readonly initialState: State;
  /** Further states, beside `initialState`, in which a record may be created. */
  readonly furtherInitialStates?: readonly State[];
  readonly states: readonly State[];
  readonly transitions: readonly Transition<State, Event, Party>[];
};

/** Returns the state after `event`; undefined when the table has no such transition. */
export function findNextState<S extends string, E extends string, P extends string>(
  lifecycle: Lifecycle<S, E, P>,
  from: S,
  event: E,
): S | undefined {
  return lifecycle.transitions.find((transition) => transition.from === from && transition.event === event)?.to;
}

/**
 * Returns the state after `event`, caused by `party`.
 * @throws DomainError ILLEGAL_TRANSITION when the table has no such transition; ROLE_REQUIRED when only other parties
 *   may cause it.
 */
export function advance<S extends string, E extends string, P extends string>(
  lifecycle: Lifecycle<S, E, P>,
  from: S,
  event: E,
  party: P,
): S {
  const transition = lifecycle.transitions.find((each) => each.from === from && each.event === event);
  if (transition === undefined) {
    throw new DomainError('ILLEGAL_TRANSITION', {
      detail: `${/^[aeiou]/.test(lifecycle.noun) ? 'An' : 'A'} ${lifecycle.noun} that is ${from} cannot take the step '${event}'.`,
    });
  }
  if (!transition.by.includes(party)) throw new DomainError('ROLE_REQUIRED');
  return transition.to;
}

/** Returns the events that `party` may cause in `state`, in the order of the table, for the buttons of a screen. */
export function listPossibleEvents<S extends string, E extends string, P extends string>(
  lifecycle: Lifecycle<S, E, P>,
  state: S,
  party: P,
): readonly E[] {
  return lifecycle.transitions
    .filter((transition) => transition.from === state && transition.by.includes(party))
    .map((transition) => transition.event);
}

/**
 * Finds errors in the table itself: unknown or unreachable states, and two transitions for one event. The result is
 * empty for a valid table.
 */
export function findLifecycleFaults<S extends string, E extends string, P extends string>(
  lifecycle: Lifecycle<S, E, P>,
): readonly string[] {
  const faults: string[] = [];
  const knownStates = new Set<string>(lifecycle.states);
  const seenStates = new Set<string>();
  for (const transition of lifecycle.transitions) {
    if (!knownStates.has(transition.from)) faults.push(`unknown state ${transition.from}`);
    if (!knownStates.has(transition.to)) faults.push(`unknown state ${transition.to}`);
    const key = `${transition.from} on ${transition.event}`;
    if (seenStates.has(key)) faults.push(`two steps for ${key}`);
    seenStates.add(key);
  }
  const reachableStates = new Set<string>([lifecycle.initialState, ...(lifecycle.furtherInitialStates ?? [])]);
  for (let hasFoundState = true; hasFoundState; ) {
    hasFoundState = false;
    for (const transition of lifecycle.transitions) {
      if (reachableStates.has(transition.from) && !reachableStates.has(transition.to)) {
        reachableStates.add(transition.to);
        hasFoundState = true;
      }
    }
  }
  for (const state of lifecycle.states) if (!reachableStates.has(state)) faults.push(`unreachable state ${state}`);
  return faults;
}
