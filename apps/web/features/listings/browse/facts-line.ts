import { listingMessages } from '#messages/listings';
import { formatKilometres } from '../../../ui/format.ts';
import { formatShortMonth } from '../../../ui/format-date.ts';

const t = listingMessages.card;

type MainFacts = {
  readonly mileageKm: number | null;
  readonly owners: number | null;
  readonly registeredOn: string | null;
};

/** Returns a text such as `18,400 km, 1 owner, registered Nov 2021`. Unknown facts are omitted, except the mileage. */
export function formatMainFacts(car: MainFacts): string {
  return listFacts(car).join(', ');
}

/** Returns the facts as texts, which `formatMainFacts` joins. */
export function listFacts({ mileageKm, owners, registeredOn }: MainFacts): readonly string[] {
  return [
    mileageKm === null ? t.mileageUnknown : formatKilometres(mileageKm),
    ...(owners === null ? [] : [owners === 1 ? t.oneOwner : t.manyOwners(owners)]),
    ...(registeredOn === null ? [] : [t.registeredIn(formatShortMonth(registeredOn))]),
  ];
}
