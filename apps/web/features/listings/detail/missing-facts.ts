import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { listingDetailMessages } from '#messages/listing-detail';

const t = listingDetailMessages.missingFacts;

export type UnknownDepreciation =
  /** The COE has ended. No cost is computed after the end of the COE, even when all facts are known. */
  | { readonly kind: 'ended' }
  /** The facts that the seller has not entered, such as `the ARF paid`. */
  | { readonly kind: 'missing'; readonly factNamesText: string }
  /** All facts are known, but no rule of the law applies to the day of the COE. */
  | { readonly kind: 'noRule' };

/**
 * Returns why the depreciation of a car is not known. The depreciation needs the facts of `depreciationPerYear`
 * (packages/domain/car/depreciation.ts).
 */
export function classifyUnknownDepreciation(car: Pick<ListingDetail, 'facts' | 'coeYearsLeft'>): UnknownDepreciation {
  if (car.coeYearsLeft === 0) return { kind: 'ended' };
  const { facts } = car;
  const isRenewed = facts.coeRenewed === true;
  const missingTexts = [
    ...(facts.arfPaid === null && !isRenewed ? [t.arf] : []),
    ...(facts.coeObtainedOn === null && facts.registeredOn === null && !isRenewed ? [t.registered] : []),
    ...(facts.coeExpiresOn === null ? [t.coe] : []),
  ];
  if (missingTexts.length === 0) return { kind: 'noRule' };
  const joinedFactNames = [missingTexts.slice(0, -1).join(', '), missingTexts.at(-1)]
    .filter((textPart) => textPart !== '')
    .join(t.and);
  return { kind: 'missing', factNamesText: joinedFactNames };
}
