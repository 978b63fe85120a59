import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '../../app/guards.ts';
import { pageTitle } from '../../app/page-title.ts';
import { CreateUserPage } from '../../features/users/create-user-page.tsx';

export const Route = createFileRoute('/dashboard/createUser')({
  beforeLoad: requireRole('admin'),
  head: () => pageTitle(texts.drawer.createUser),
  component: CreateUserPage,
});
