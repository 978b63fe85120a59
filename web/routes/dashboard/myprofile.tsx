import { createFileRoute } from '@tanstack/react-router';
import { MyProfilePage } from '../../features/accounts/my-profile-page.tsx';
import { pageTitle } from '../../lib/page-title.ts';

export const Route = createFileRoute('/dashboard/myprofile')({
  head: () => pageTitle('My Profile'),
  component: MyProfilePage,
});
