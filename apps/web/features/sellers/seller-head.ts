import type { SellerProfile } from '@carhouse/contract/sellers';
import { sellerMessages } from '#messages/sellers';
import { makePublicPageHead, makeUnlistedPageHead, type PageHead } from '../../app/page-title.ts';
import type { RouterContext } from '../../app/prefetch.ts';
import { formatCarCountOfSeller } from './count-of-cars.ts';
import { sellerQuery } from './seller-queries.ts';

/** Returns the head of a seller's page, from the seller whom the page's loader has read. */
export function makeSellerHead({ client, queryClient, siteUrl }: RouterContext, id: string): PageHead {
  return makeSellerPageHead(siteUrl, queryClient.getQueryData(sellerQuery(client, id).queryKey));
}

/** The title, description and canonical URL of a seller's page. */
function makeSellerPageHead(siteUrl: string, seller: SellerProfile | undefined): PageHead {
  if (seller === undefined) return makeUnlistedPageHead(sellerMessages.missing.title);
  return makePublicPageHead(siteUrl, {
    name: sellerMessages.head(seller.name),
    description: sellerMessages.headDescription(seller.name, formatCarCountOfSeller(seller.carsOnOffer)),
    path: `/sellers/${seller.publicName}`,
  });
}
