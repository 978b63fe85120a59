import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import { requireScreenRole } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { CreateUserPage } from '../../features/users/create-user-page.tsx';

export const Route = createFileRoute('/dashboard/createUser')({
  beforeLoad: requireScreenRole,
  head: () => makeUnlistedPageHead(texts.drawer.createUser),
  component: CreateUserPage,
});
