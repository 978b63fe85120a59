import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { MyProfilePage } from '../../features/accounts/my-profile-page.tsx';
import { pageTitle } from '../../lib/page-title.ts';

export const Route = createFileRoute('/dashboard/myprofile')({
  head: () => pageTitle('My Profile'),
  validateSearch: (search: Record<string, unknown>): { fault?: string } =>
    typeof search.fault === 'string' ? { fault: search.fault } : {},
  component: Page,
});

function Page(): ReactElement {
  return <MyProfilePage fault={Route.useSearch().fault} />;
}
