import { createFileRoute } from '@tanstack/react-router';
import { publicPages } from '#texts/public-pages';
import { FaqPage } from '../../features/faq/faq-page.tsx';
import { publicHead } from '../../lib/page-title.ts';

export const Route = createFileRoute('/_public/faq')({
  head: ({ match }) => publicHead(match.context.siteUrl, { ...publicPages.faq, path: '/faq' }),
  component: FaqPage,
});
