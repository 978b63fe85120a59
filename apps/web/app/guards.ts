import type { User } from '@carhouse/contract/accounts';
import { redirect } from '@tanstack/react-router';

type Role = Exclude<User['role'], ''>;

/** Why a user was sent here instead of where they wanted to go; the page says it in a toast. */
export const toastFlags = ['not-admin', 'sellers-only', 'buyers-only'] as const;
export type ToastFlag = (typeof toastFlags)[number];

/**
 * The guard of a screen for one role, below the guard of the dashboard. Who is no admin is sent to `/login` with the toast
 * flag of the specification (section 6) and stays signed in; who opens another role's screen is sent to the dashboard.
 */
export function requireRole(role: Role) {
  return ({ context, location }: { context: { user: User }; location: { href: string } }): void => {
    if (context.user.role === role) return;
    if (role === 'admin') {
      interrupt(redirect({ to: '/login', search: { from: location.href, toast: 'not-admin' }, statusCode: 302 }));
    }
    const toast = role === 'Seller' ? 'sellers-only' : 'buyers-only';
    interrupt(redirect({ to: '/dashboard', search: { toast }, statusCode: 302 }));
  };
}

/** The flag in the search part of an address, if it is one. */
export function toastFlagOf(search: Record<string, unknown>): { toast?: ToastFlag } {
  const toast = toastFlags.find((flag) => flag === search.toast);
  return toast === undefined ? {} : { toast };
}

/** Leaves a loader with one of the router's signals, `redirect(…)` or `notFound()`, which are thrown but are no errors. */
export function interrupt(signal: unknown): never {
  throw signal;
}

/**
 * Lets signed-in visitors through and sends everyone else to `/login`, which brings them back afterwards
 * (specification, section 2). On the server this is a 302.
 */
export function requireUser<Person extends User>({
  context,
  location,
}: {
  context: { user: Person | null };
  location: { href: string };
}): { user: Person } {
  if (context.user === null) interrupt(redirect({ to: '/login', search: { from: location.href }, statusCode: 302 }));
  return { user: context.user };
}
