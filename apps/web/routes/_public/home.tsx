import { createFileRoute } from '@tanstack/react-router';
import { publicPageMessages } from '#messages/public-pages';
import { makePublicPageHead } from '../../app/page-title.ts';
import { HomePage, loadLowerSections } from '../../features/home/home-page.tsx';
import { prefetchHome } from '../../features/home/home-queries.ts';

export const Route = createFileRoute('/_public/home')({
  loader: async ({ context }) => {
    await Promise.all([prefetchHome(context), loadLowerSections()]);
  },
  // Both URLs show the same page, so search engines get one canonical URL.
  head: ({ match }) => makePublicPageHead(match.context.siteUrl, { ...publicPageMessages.home, path: '/' }),
  component: HomePage,
});
