import type { User } from '@carhouse/contract/accounts';
import { ApiError, type Client } from '@carhouse/contract/client';
import { type QueryClient, queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useClient } from './api.ts';
import { isQueryKeyOfCall, makeQueryKey } from './call-query.ts';
import { subscribeToNothing } from './hydration.ts';
import { requestReauthentication } from './reauthentication.ts';
import { brands, cardForm, me } from './start-calls.ts';

/** Queries the signed-in user; null for a visitor. */
export function sessionQuery(client: Client) {
  return queryOptions({
    queryKey: makeQueryKey(me),
    queryFn: async () => (await client(me)).user,
    staleTime: 60_000,
  });
}

/**
 * The user in the server's HTML of each document, by the query cache of its page. This map is used only in a browser.
 */
const userByQueryClient = new WeakMap<QueryClient, User | null>();

/** Returns the signed-in user; null for a visitor. */
export function useSession(): User | null {
  const user = useSuspenseQuery(sessionQuery(useClient())).data;
  const queryClient = useQueryClient();
  if (!import.meta.env.SSR && !userByQueryClient.has(queryClient)) userByQueryClient.set(queryClient, user);
  // A component may be hydrated after the session has changed. The first rendering of the component must match the
  // server's HTML.
  const userInServerHtml = userByQueryClient.get(queryClient);
  return useSyncExternalStore(
    subscribeToNothing,
    () => user,
    () => (userInServerHtml === undefined ? user : userInServerHtml),
  );
}

/**
 * Calls `onSignOut` when a response shows that the session has ended on the server: a refused query, or the session itself without
 * a user. When a field has input or a dialog is open, the user is first asked to sign in again in a dialog. The function works
 * only in a browser.
 */
export function watchSession(queryClient: QueryClient, onSignOut: () => void): void {
  let pathWithInput: string | undefined;
  // Whether a user was signed in, until the end of their session has been handled.
  let hasSession = false;
  document.addEventListener('input', () => {
    pathWithInput = window.location.pathname;
  });
  const endSignedInState = (): void => {
    queryClient.setQueryData(makeQueryKey(me), null);
    onSignOut();
  };
  const endSession = (): void => {
    hasSession = false;
    const mayHaveInput = pathWithInput === window.location.pathname || document.querySelector('dialog[open]') !== null;
    if (!mayHaveInput) {
      endSignedInState();
      return;
    }
    void requestReauthentication('session-ended', false).then((answer) =>
      answer === 'back' ? void queryClient.refetchQueries({ type: 'active', stale: true }) : endSignedInState(),
    );
  };
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    if (queryClient.getQueryData(makeQueryKey(me))) hasSession = true;
    else if (action.type === 'success' && isQueryKeyOfCall(me, query.queryKey)) {
      // The page itself sets the session to null when the user signs out.
      if (action.manual === true) hasSession = false;
      else if (hasSession) endSession();
    }
    if (action.type !== 'error' || !(action.error instanceof ApiError)) return;
    if (action.error.status === 401 && hasSession) endSession();
  });
}

/**
 * Reads the session again after a sign-in or sign-up. Responses that were cached for a visitor are removed, because
 * signed-in users see more.
 */
export async function refreshSession(queryClient: QueryClient, client: Client): Promise<User | null> {
  const user = await queryClient.fetchQuery({ ...sessionQuery(client), staleTime: 0 });
  clearUserData(queryClient);
  return user;
}

/**
 * Removes all cached queries except the session and data that is the same for all users: the brands and the settings of
 * card payments. A running query is removed after it completes, because removing it earlier would give its caller an
 * error.
 */
function clearUserData(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache();
  const removableQueries = cache.findAll({
    predicate: ({ queryKey }) => ![me, brands, cardForm].some((call) => isQueryKeyOfCall(call, queryKey)),
  });
  for (const query of removableQueries) {
    const removeQuery = (): void => cache.remove(query);
    if (query.state.fetchStatus === 'idle' || query.promise === undefined) removeQuery();
    else query.promise.then(removeQuery, removeQuery);
  }
}

/** The keys of the lists of cars in local storage. The lists are removed when the session ends. */
export const carListKeys = { seen: 'carhouse.seen', compared: 'carhouse.compare' } as const;

export type ClearUserAndNavigate = (to: '/' | '/login') => Promise<void>;

/** Removes the cars that this browser has stored, because the next user must not see what this user viewed. */
function forgetStoredCars(): void {
  try {
    for (const key of Object.values(carListKeys)) localStorage.removeItem(key);
  } catch {
    // When local storage is not available, no cars are stored in it.
  }
}

/** Returns a function that removes the user's data after the server has ended the session, and navigates. */
export function useLeavePage(): ClearUserAndNavigate {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async (to) => {
    queryClient.setQueryData(makeQueryKey(me), null);
    forgetStoredCars();
    await navigate({ to });
    clearUserData(queryClient);
  };
}

/**
 * Returns the signed-in user of a protected page, as the guard of the page read them. Because the guard has read the
 * user, the page remains complete during a sign-out.
 * @throws Error outside protected routes.
 */
export function useSignedInUser(): User {
  const user = useRouteContext({ strict: false, select: (context) => context.user });
  if (user === undefined || user === null) throw new Error('This page is for signed-in visitors.');
  return user;
}
