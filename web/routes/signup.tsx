import { createFileRoute, redirect } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { publicPages } from '#texts/public-pages';
import { SignupPage } from '../features/accounts/signup-page.tsx';
import { interrupt } from '../lib/interrupt.ts';
import { originOf } from '../lib/origin-search.ts';
import { publicHead } from '../lib/page-title.ts';
import { originPath } from '../paths.ts';

export const Route = createFileRoute('/signup')({
  validateSearch: originOf,
  // A role is chosen once. Who has none yet may finish here.
  beforeLoad: ({ context, search }) => {
    const { user } = context;
    if (user !== null && user.role !== '') interrupt(redirect({ href: originPath(search.from), statusCode: 302 }));
  },
  head: ({ match }) => publicHead(match.context.siteUrl, { ...publicPages.signup, path: '/signup' }),
  component: Page,
});

function Page(): ReactElement {
  return <SignupPage from={Route.useSearch().from} />;
}
