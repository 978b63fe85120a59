import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '../../features/home/home-page.tsx';
import { prefetchHome } from '../../features/home/home-queries.ts';
import { pageTitle } from '../../lib/page-title.ts';

export const Route = createFileRoute('/_public/')({
  loader: ({ context }) => prefetchHome(context),
  head: () => pageTitle('Home'),
  component: HomePage,
});
