import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import { AddProductPage } from '../../features/products/add-product-page.tsx';
import { categoriesQuery } from '../../features/products/product-queries.ts';
import { pageTitle } from '../../lib/page-title.ts';
import { prefetch } from '../../prefetch.ts';
import { requireRole } from '../../require-role.ts';

export const Route = createFileRoute('/dashboard/addProduct')({
  beforeLoad: requireRole('Seller'),
  loader: ({ context }) => prefetch(context.queryClient, categoriesQuery(context.client)),
  head: () => pageTitle(texts.drawer.addProduct),
  component: AddProductPage,
});
