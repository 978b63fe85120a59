import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import { requireScreen } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { CreateUserPage } from '../../features/users/create-user-page.tsx';

export const Route = createFileRoute('/dashboard/createUser')({
  beforeLoad: requireScreen,
  head: () => makeUnlistedPageHead(texts.drawer.createUser),
  component: CreateUserPage,
});
