import type { Fuel, Transmission } from '@carhouse/domain/car/drivetrain';
import type { Cents } from '@carhouse/domain/money/money';
import type { CarDrawing } from './drawing/car-drawing.ts';

export type DemoBrand = 'Audi' | 'BMW' | 'Ferrari' | 'Lamborghini' | 'Mercedes_Benz' | 'Rolls_Royce' | 'Tesla';

/** One car of the demo stock, with its images. Dates are ISO dates. */
export interface DemoListing {
  /** A stable and unique key of the listing, for example `ferrari-roma`. */
  readonly key: string;
  readonly sellerEmail: string;
  /** The brand's name in the API. */
  readonly brand: DemoBrand;
  /** Title of the listing: the model. */
  readonly model: string;
  /** A town or estate of Singapore. */
  readonly location: string;
  readonly originalPriceCents: Cents;
  readonly resalePriceCents: Cents;
  readonly yearsOfUse: number;
  readonly yearOfPurchase: number;
  readonly description: string;
  /** How many whole days before today the listing was posted, at least 1. */
  readonly postedDaysAgo: number;
  /** Singapore time of day of the posting, in minutes after midnight. */
  readonly postedMinuteOfDay: number;
  readonly facts: DemoFacts;
  /** The drawings: first the cover, then front, rear, wheel and cabin. */
  readonly drawings: readonly CarDrawing[];
  readonly isAdvertised: boolean;
  /** The deposit for which buyers can reserve the car; null when its seller asks for none. */
  readonly depositCents: Cents | null;
}

export interface DemoFacts {
  readonly variant: string;
  readonly body: string;
  readonly colour: string;
  readonly doors: number;
  readonly seats: number;
  readonly transmission: Transmission;
  readonly fuel: Fuel;
  /** Engine size in cubic centimetres. Null for an electric car. */
  readonly engineCc: number | null;
  readonly powerKw: number;
  readonly curbWeightKg: number;
  readonly manufacturedYear: number;
  readonly registeredOn: string;
  readonly coeCategory: 'A' | 'B';
  readonly coePremiumCents: Cents;
  readonly coeExpiresOn: string;
  readonly omvCents: Cents;
  readonly arfPaidCents: Cents;
  readonly owners: number;
  readonly mileageKm: number;
}
