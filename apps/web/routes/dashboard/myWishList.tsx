import { texts } from '@carhouse/contract/texts';
import { createFileRoute } from '@tanstack/react-router';
import { makeUnlistedPageHead } from '../../app/page-title.ts';
import { prefetch } from '../../app/prefetch.ts';
import { MyWishListPage } from '../../features/wishes/my-wish-list-page.tsx';
import { myWishesQuery } from '../../features/wishes/wish-queries.ts';

export const Route = createFileRoute('/dashboard/myWishList')({
  loader: ({ context }) => prefetch(context.queryClient, myWishesQuery(context.client, context.user.email)),
  head: () => makeUnlistedPageHead(texts.drawer.myWishList),
  component: MyWishListPage,
});
