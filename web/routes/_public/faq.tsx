import { createFileRoute } from '@tanstack/react-router';
import { FaqPage } from '../../features/faq/faq-page.tsx';
import { pageTitle } from '../../lib/page-title.ts';

export const Route = createFileRoute('/_public/faq')({
  head: () => pageTitle('FAQ'),
  component: FaqPage,
});
