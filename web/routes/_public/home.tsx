import { createFileRoute } from '@tanstack/react-router';
import { publicPages } from '#texts/public-pages';
import { HomePage } from '../../features/home/home-page.tsx';
import { prefetchHome } from '../../features/home/home-queries.ts';
import { publicHead } from '../../lib/page-title.ts';

export const Route = createFileRoute('/_public/home')({
  loader: ({ context }) => prefetchHome(context),
  // Both addresses show the same page; search engines are to know one.
  head: ({ match }) => publicHead(match.context.siteUrl, { ...publicPages.home, path: '/' }),
  component: HomePage,
});
