import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { LoginPage } from '../features/accounts/login-page.tsx';
import { originOf } from '../lib/origin-search.ts';
import { pageTitle } from '../lib/page-title.ts';

export const Route = createFileRoute('/login')({
  validateSearch: originOf,
  head: () => pageTitle('Login'),
  component: Page,
});

function Page(): ReactElement {
  return <LoginPage from={Route.useSearch().from} />;
}
