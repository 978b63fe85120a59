import type { SellerProfile } from '@carhouse/contract/sellers';
import { sellerMessages } from '#messages/sellers';
import { type PageHead, pageTitle, publicHead } from '../../app/page-title.ts';
import { carsOfSeller } from './count-of-cars.ts';

/** The head of a seller's page: title, description and canonical URL. */
export function sellerHead(siteUrl: string, seller: SellerProfile | undefined): PageHead {
  if (seller === undefined) return pageTitle(sellerMessages.missing.title);
  return publicHead(siteUrl, {
    name: sellerMessages.head(seller.name),
    description: sellerMessages.headDescription(seller.name, carsOfSeller(seller.carsOnOffer)),
    path: `/sellers/${seller.publicName}`,
  });
}
