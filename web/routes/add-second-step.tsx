import { createFileRoute, redirect } from '@tanstack/react-router';
import { pageTitles } from '#texts/page-titles';
import { AddSecondStepPage } from '../features/accounts/add-second-step-page.tsx';
import { interrupt } from '../lib/interrupt.ts';
import { pageTitle } from '../lib/page-title.ts';
import { requireUser } from '../require-user.ts';

export const Route = createFileRoute('/add-second-step')({
  beforeLoad: ({ context, location }) => {
    const { user } = requireUser({ context, location });
    // Whoever has one adds more in the profile.
    if (!user.mustAddSecondFactor) interrupt(redirect({ to: '/dashboard/myprofile', statusCode: 302 }));
    return { user };
  },
  head: () => pageTitle(pageTitles.addSecondStep),
  component: AddSecondStepPage,
});
