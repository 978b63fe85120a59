import { createFileRoute, redirect } from '@tanstack/react-router';
import { pageTitles } from '#messages/shared';
import { requireUser, throwRouterSignal } from '../app/guards.ts';
import { makeUnlistedPageHead } from '../app/page-title.ts';
import { AddSecondStepPage } from '../features/auth/add-second-step-page.tsx';

export const Route = createFileRoute('/add-second-step')({
  beforeLoad: ({ context, location }) => {
    const { user } = requireUser({ context, location });
    // A user who already has a second factor can add more in the profile.
    if (!user.mustAddSecondFactor) throwRouterSignal(redirect({ to: '/dashboard/myprofile', statusCode: 302 }));
    return { user };
  },
  head: () => makeUnlistedPageHead(pageTitles.addSecondStep),
  component: AddSecondStepPage,
});
