import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { SignupPage } from '../features/accounts/signup-page.tsx';
import { originOf } from '../lib/origin-search.ts';
import { pageTitle } from '../lib/page-title.ts';

export const Route = createFileRoute('/signup')({
  validateSearch: originOf,
  head: () => pageTitle('Signup'),
  component: Page,
});

function Page(): ReactElement {
  return <SignupPage from={Route.useSearch().from} />;
}
