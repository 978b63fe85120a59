import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { listingDetailMessages } from '#messages/listing-detail';

const t = listingDetailMessages.missingFacts;

/**
 * Names the facts that the depreciation of a car needs and its seller has not entered, such as `the ARF paid`. Returns null
 * when no fact is missing: the COE has ended, or no rule applies to its day. The rule is that of `depreciationPerYear`
 * (packages/domain/car/depreciation.ts).
 */
export function missingFacts({ facts }: Pick<ListingDetail, 'facts'>): string | null {
  const renewed = facts.coeRenewed === true;
  const missing = [
    ...(facts.arfPaid === null && !renewed ? [t.arf] : []),
    ...(facts.coeObtainedOn === null && facts.registeredOn === null && !renewed ? [t.registered] : []),
    ...(facts.coeExpiresOn === null ? [t.coe] : []),
  ];
  if (missing.length === 0) return null;
  return [missing.slice(0, -1).join(', '), missing.at(-1)].filter((part) => part !== '').join(t.and);
}
