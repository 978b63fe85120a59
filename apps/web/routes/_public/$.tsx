import { createFileRoute, notFound } from '@tanstack/react-router';
import { publicPageMessages } from '#messages/public-pages';
import { throwRouterSignal } from '../../app/guards.ts';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { NotFoundPage } from '../../features/layout/not-found-page.tsx';

// The page for every path that has no other page.
export const Route = createFileRoute('/_public/$')({
  loader: () => throwRouterSignal(notFound()),
  head: () => makeUnlistedPageHead(publicPageMessages.notFound),
  notFoundComponent: NotFoundPage,
});
