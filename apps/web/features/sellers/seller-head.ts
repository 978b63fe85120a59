import type { SellerProfile } from '@carhouse/contract/sellers';
import { listingMessages } from '#messages/listings';
import { sellerMessages } from '#messages/sellers';
import { type PageHead, pageTitle, publicHead } from '../../app/page-title.ts';
import { counted } from '../../ui/format.ts';

/** The head of a seller's page: title, description and canonical URL. */
export function sellerHead(siteUrl: string, seller: SellerProfile | undefined): PageHead {
  if (seller === undefined) return pageTitle(sellerMessages.missing.title);
  const cars = counted(seller.carsOnOffer, listingMessages.car, listingMessages.cars);
  return publicHead(siteUrl, {
    name: sellerMessages.head(seller.name),
    description: sellerMessages.headDescription(seller.name, cars),
    path: `/sellers/${seller.publicName}`,
  });
}
