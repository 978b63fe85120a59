import { createFileRoute } from '@tanstack/react-router';
import { publicPages } from '#texts/public-pages';
import { AboutPage } from '../../features/about/about-page.tsx';
import { publicHead } from '../../lib/page-title.ts';

export const Route = createFileRoute('/_public/about')({
  head: ({ match }) => publicHead(match.context.siteUrl, { ...publicPages.about, path: '/about' }),
  component: AboutPage,
});
