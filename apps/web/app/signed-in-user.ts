import type { User } from '@carhouse/contract/accounts';
import { useRouteContext } from '@tanstack/react-router';

/**
 * The signed-in user of a protected page, as its guard let them in: on signing out the page stays whole until the next
 * one has come. @throws Error outside of protected routes.
 */
export function useSignedInUser(): User {
  const user = useRouteContext({ strict: false, select: (context) => context.user });
  if (user === undefined || user === null) throw new Error('This page is for signed-in visitors.');
  return user;
}
