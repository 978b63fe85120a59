import type { SellerProfile } from '@carhouse/contract/sellers';
import type { SellerFacts } from '@carhouse/database/sellers/sellers';
import { publicName } from '@carhouse/domain/account/public-name';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';

/** Returns the data of a seller's public page in the fields of the API. */
export function presentSeller(seller: SellerFacts): SellerProfile {
  const { id, since, verifiedAt, lowestPrice, highestPrice, brands, places, sales, ...facts } = seller;
  return {
    ...facts,
    publicName: publicName(id),
    memberSince: toSingaporeDay(since),
    verifiedOn: verifiedAt === null ? null : toSingaporeDay(verifiedAt),
    lowestPrice: lowestPrice === null ? null : dollarsFromCents(lowestPrice),
    highestPrice: highestPrice === null ? null : dollarsFromCents(highestPrice),
    brands: [...brands],
    places: [...places],
    sales: [...sales],
  };
}
