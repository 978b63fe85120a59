import { createFileRoute, redirect } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { LoginPage } from '../features/accounts/login-page.tsx';
import { interrupt } from '../lib/interrupt.ts';
import { originOf } from '../lib/origin-search.ts';
import { pageTitle } from '../lib/page-title.ts';
import { originPath } from '../paths.ts';

export const Route = createFileRoute('/login')({
  validateSearch: originOf,
  // Who is signed in already goes on to where login would lead.
  beforeLoad: ({ context, search }) => {
    if (context.user !== null) interrupt(redirect({ href: originPath(search.from), statusCode: 302 }));
  },
  head: () => pageTitle('Login'),
  component: Page,
});

function Page(): ReactElement {
  return <LoginPage from={Route.useSearch().from} />;
}
