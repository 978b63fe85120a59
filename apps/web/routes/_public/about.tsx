import { createFileRoute } from '@tanstack/react-router';
import { publicPageMessages } from '#messages/public-pages';
import { publicHead } from '../../app/page-title.ts';
import { AboutPage } from '../../features/about/about-page.tsx';

export const Route = createFileRoute('/_public/about')({
  head: ({ match }) => publicHead(match.context.siteUrl, { ...publicPageMessages.about, path: '/about' }),
  component: AboutPage,
});
