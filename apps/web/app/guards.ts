import type { User } from '@carhouse/contract/accounts';
import { roleOfScreen } from '@carhouse/domain/account/screen-policy';
import { redirect } from '@tanstack/react-router';

/** Leaves a loader with a router signal, `redirect(…)` or `notFound()`, which is thrown but is not an error. */
export function interrupt(signal: unknown): never {
  throw signal;
}

type Guarded<Person> = { context: { user: Person | null }; location: { href: string } };

/**
 * Lets signed-in users pass and redirects others to `/login`, which returns them afterwards (specification, section 2). On
 * the server this is a 302.
 */
export function requireUser<Person extends User>({ context, location }: Guarded<Person>): { user: Person } {
  if (context.user === null) interrupt(redirect({ to: '/login', search: { from: location.href }, statusCode: 302 }));
  return { user: context.user };
}

/** Why a user was redirected; the page shows it in a toast. */
export const toastFlags = ['not-admin', 'sellers-only'] as const;
export type ToastFlag = (typeof toastFlags)[number];

/**
 * The guard of a screen for one role, inside the guard of the dashboard. On an admin screen, other users are redirected to
 * `/login` with the toast flag of the specification (section 6) and stay signed in; on a screen of sellers they are
 * redirected to the dashboard.
 */
export function requireScreen({ context, location, routeId }: Guarded<User> & { routeId: string }): void {
  // An index route ends with a slash.
  const role = roleOfScreen(routeId.replace(/\/$/, ''));
  if (role === undefined || context.user?.role === role) return;
  if (role === 'admin') {
    interrupt(redirect({ to: '/login', search: { from: location.href, toast: 'not-admin' }, statusCode: 302 }));
  }
  interrupt(redirect({ to: '/dashboard', search: { toast: 'sellers-only' }, statusCode: 302 }));
}

/** The flag in the query of the URL, if it is one. */
export function toastFlagOf(search: Record<string, unknown>): { toast?: ToastFlag } {
  const toast = toastFlags.find((flag) => flag === search.toast);
  return toast === undefined ? {} : { toast };
}
