import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { requireScreenRole } from '../../../app/guards.ts';
import { makeUnlistedPageHead } from '../../../app/page-title.ts';
import { keepSearchUnparsed } from '../../../app/paths.ts';
import { prefetch, prefetchFirstPage } from '../../../app/prefetch.ts';
import { MyProductsPage } from '../../../features/listings/manage/my-products-page.tsx';
import {
  isLongList,
  ownListingsQuery,
  sellingLimitsQuery,
} from '../../../features/listings/manage/own-listing-queries.ts';
import {
  readStockListSearch,
  type StockListSearch,
  stockQuery,
} from '../../../features/listings/manage/stock/stock-queries.ts';

export const Route = createFileRoute('/dashboard/myProduct/')({
  beforeLoad: requireScreenRole,
  validateSearch: keepSearchUnparsed<StockListSearch>,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, client, user }, deps }) => {
    const stockListQuery = stockQuery(client, readStockListSearch(deps));
    await Promise.all([prefetch(queryClient, stockListQuery), prefetch(queryClient, sellingLimitsQuery(client))]);
    const totalCount = queryClient.getQueryData(stockListQuery.queryKey)?.counts.all;
    if (totalCount !== undefined && !isLongList(totalCount))
      await prefetchFirstPage(queryClient, ownListingsQuery(client, user.email));
  },
  head: () => makeUnlistedPageHead(texts.drawer.myProducts),
  component: Page,
});

function Page(): ReactElement {
  return <MyProductsPage choice={Route.useSearch({ select: readStockListSearch })} />;
}
