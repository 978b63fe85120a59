import type { User } from '@carhouse/contract/accounts';
import { redirect } from '@tanstack/react-router';
import { interrupt } from './interrupt.ts';

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
