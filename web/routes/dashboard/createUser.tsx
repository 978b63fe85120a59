import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import { CreateUserPage } from '../../features/people/create-user-page.tsx';
import { pageTitle } from '../../lib/page-title.ts';
import { requireRole } from '../../require-role.ts';

export const Route = createFileRoute('/dashboard/createUser')({
  beforeLoad: requireRole('admin'),
  head: () => pageTitle(texts.drawer.createUser),
  component: CreateUserPage,
});
