import { createFileRoute } from '@tanstack/react-router';
import { publicPageMessages } from '#messages/public-pages';
import { makePublicPageHead } from '../../app/page-title.ts';
import { FaqPage } from '../../features/faq/faq-page.tsx';

export const Route = createFileRoute('/_public/faq')({
  head: ({ match }) => makePublicPageHead(match.context.siteUrl, { ...publicPageMessages.faq, path: '/faq' }),
  component: FaqPage,
});
