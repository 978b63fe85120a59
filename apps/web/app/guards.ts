import type { User } from '@carhouse/contract/accounts';
import { findRoleOfScreen } from '@carhouse/domain/account/screen-policy';
import { redirect } from '@tanstack/react-router';

/**
 * Ends a loader by throwing a signal for the router: the result of `redirect(…)` or `notFound()`. A signal for the
 * router is not an error.
 */
export function throwRouterSignal(signal: unknown): never {
  throw signal;
}

type GuardArguments<Person> = { context: { user: Person | null }; location: { href: string } };

/**
 * Admits signed-in users and redirects others to `/login`, which returns them afterwards (specification, section 2). On
 * the server, this signal becomes a response with status 302.
 */
export function requireUser<Person extends User>({ context, location }: GuardArguments<Person>): { user: Person } {
  if (context.user === null)
    throwRouterSignal(redirect({ to: '/login', search: { from: location.href }, statusCode: 302 }));
  return { user: context.user };
}

/** The reasons why a user was redirected; the next page shows the reason in a toast. */
export const redirectReasons = ['not-admin', 'sellers-only'] as const;
export type RedirectReason = (typeof redirectReasons)[number];

/**
 * The guard of a screen for one role; it runs after the guard of the dashboard. On an admin screen, other users are
 * redirected to `/login` with the toast of the specification (section 6) and stay signed in. On a seller's screen,
 * other users are redirected to the dashboard.
 */
export function requireScreenRole({ context, location, routeId }: GuardArguments<User> & { routeId: string }): void {
  // The id of an index route ends with a slash.
  const role = findRoleOfScreen(routeId.replace(/\/$/, ''));
  if (role === undefined || context.user?.role === role) return;
  if (role === 'admin') {
    throwRouterSignal(redirect({ to: '/login', search: { from: location.href, toast: 'not-admin' }, statusCode: 302 }));
  }
  throwRouterSignal(redirect({ to: '/dashboard', search: { toast: 'sellers-only' }, statusCode: 302 }));
}

/** Returns the reason for the redirect from the query of the URL, if the reason is valid. */
export function readRedirectReason(search: Record<string, unknown>): { toast?: RedirectReason } {
  const toast = redirectReasons.find((redirectReason) => redirectReason === search.toast);
  return toast === undefined ? {} : { toast };
}
