import { createFileRoute } from '@tanstack/react-router';
import { publicPageMessages } from '#messages/public-pages';
import { makePublicPageHead } from '../../app/page-title.ts';
import { AboutPage } from '../../features/about/about-page.tsx';

export const Route = createFileRoute('/_public/about')({
  head: ({ match }) => makePublicPageHead(match.context.siteUrl, { ...publicPageMessages.about, path: '/about' }),
  component: AboutPage,
});
