import { me, type User } from '@carhouse/contract/accounts';
import { ApiError, type Client } from '@carhouse/contract/client';
import { brands } from '@carhouse/contract/listings';
import { cardForm } from '@carhouse/contract/payments';
import { type QueryClient, queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useClient } from './api.ts';
import { callKey, isAnswerTo } from './call-query.ts';
import { never } from './hydration.ts';
import { requestReauthentication } from './reauthentication.ts';

/** The signed-in user; null for a visitor. */
export function sessionQuery(client: Client) {
  return queryOptions({ queryKey: callKey(me), queryFn: async () => (await client(me)).user, staleTime: 60_000 });
}

/** The user of the server's HTML of a document, by the queries of its page. Browser only. */
const usersOfDocuments = new WeakMap<QueryClient, User | null>();

/** The signed-in user, or null. */
export function useSession(): User | null {
  const user = useSuspenseQuery(sessionQuery(useClient())).data;
  const queryClient = useQueryClient();
  if (!import.meta.env.SSR && !usersOfDocuments.has(queryClient)) usersOfDocuments.set(queryClient, user);
  // A late part can be hydrated after the session has changed. React compares its first rendering with the server's HTML.
  const ofDocument = usersOfDocuments.get(queryClient);
  return useSyncExternalStore(
    never,
    () => user,
    () => (ofDocument === undefined ? user : ofDocument),
  );
}

/**
 * Calls `left` when a read shows that the session has ended on the server. When a field has input or a dialog is open, the
 * user is first asked to sign in on the page. Browser only.
 */
export function watchSession(queryClient: QueryClient, left: () => void): void {
  let typedAt: string | undefined;
  document.addEventListener('input', () => {
    typedAt = window.location.pathname;
  });
  const leave = (): void => {
    queryClient.setQueryData(callKey(me), null);
    left();
  };
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { error } = event.action;
    if (!(error instanceof ApiError) || error.status !== 401 || !queryClient.getQueryData(callKey(me))) return;
    if (typedAt !== window.location.pathname && document.querySelector('dialog[open]') === null) return leave();
    void requestReauthentication('session-ended', false).then((answer) =>
      answer === 'back' ? void queryClient.refetchQueries({ type: 'active', stale: true }) : leave(),
    );
  });
}

/** Reads the session again after sign-in or sign-up. Cached responses for visitors are dropped: signed-in users see more. */
export async function refreshSession(queryClient: QueryClient, client: Client): Promise<User | null> {
  const user = await queryClient.fetchQuery({ ...sessionQuery(client), staleTime: 0 });
  forgetWhatWasShown(queryClient);
  return user;
}

/**
 * Removes all cached queries except the session and what is the same for all visitors: the brands and the settings of card
 * payments. Queries in progress are removed after they complete: otherwise their callers would get an error.
 */
function forgetWhatWasShown(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache();
  const shown = cache.findAll({
    predicate: ({ queryKey }) => ![me, brands, cardForm].some((call) => isAnswerTo(call, queryKey)),
  });
  for (const query of shown) {
    const forget = (): void => cache.remove(query);
    if (query.state.fetchStatus === 'idle' || query.promise === undefined) forget();
    else query.promise.then(forget, forget);
  }
}

export type Leave = (to: '/' | '/login') => Promise<void>;

/** Removes the cars that this browser has stored: the next person may not see what a signed-in user looked at. */
function forgetCars(): void {
  try {
    for (const list of ['seen', 'compare']) localStorage.removeItem(`carhouse.${list}`);
  } catch {
    // Without storage nothing is stored.
  }
}

/** Removes the user's data after the server has ended the session, and navigates. */
export function useLeave(): Leave {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async (to) => {
    queryClient.setQueryData(callKey(me), null);
    forgetCars();
    await navigate({ to });
    forgetWhatWasShown(queryClient);
  };
}

/**
 * The signed-in user of a protected page, as its guard read them: on signing out the page stays complete until the next one
 * is shown. @throws Error outside of protected routes.
 */
export function useSignedInUser(): User {
  const user = useRouteContext({ strict: false, select: (context) => context.user });
  if (user === undefined || user === null) throw new Error('This page is for signed-in visitors.');
  return user;
}
