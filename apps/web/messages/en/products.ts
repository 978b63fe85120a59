import { texts } from '@carhouse/contract/texts';
import { count, counted } from '../../ui/format.ts';
import { time } from '../../ui/format-date.ts';

type LimitUse = { readonly used: number; readonly most: number };
type LimitStep = { readonly cars: number; readonly advertisements: number; readonly condition: string };

const stepText = ({ cars, advertisements, condition }: LimitStep): string =>
  `${counted(cars, 'car', 'cars')} and ${counted(advertisements, 'advertisement', 'advertisements')} ${condition}`;

/** Texts of the page My Products. */
export const productMessages = {
  lead: (total: number, parts: readonly string[]): string =>
    parts.length === 0 ? counted(total, 'car', 'cars') : `${counted(total, 'car', 'cars')}: ${parts.join(', ')}`,
  status: {
    draft: 'Draft',
    available: texts.available,
    advertised: `${texts.available}, advertised`,
    booked: 'Booked',
    held: (until: string): string => `A buyer is paying, until ${time(until)}`,
    reserved: (until: string): string => `Reserved until ${until}`,
    withdrawn: 'Withdrawn',
    hidden: 'Hidden by an admin',
    sold: 'Sold',
  },
  counts: {
    available: (cars: number): string => `${count(cars)} available`,
    booked: (cars: number): string => `${count(cars)} booked`,
    draft: (cars: number): string => counted(cars, 'draft', 'drafts'),
    withdrawn: (cars: number): string => `${count(cars)} withdrawn`,
    hidden: (cars: number): string => `${count(cars)} hidden`,
    sold: (cars: number): string => `${count(cars)} sold`,
  },
  hiddenReason: (reason: string): string => `An admin has hidden this car: ${reason}`,
  hiddenHint: 'Buyers do not see it. You can edit it; only an admin can show it again.',
  posted: 'Posted',
  started: 'Started',
  seller: 'Seller',
  coeLeft: 'COE left',
  bookings: (open: number): string => counted(open, 'open booking', 'open bookings'),
  images: (images: number): string => (images === 0 ? 'No photo' : counted(images, 'photo', 'photos')),
  actionsFor: (title: string): string => `More for ${title}`,
  advertise: (title: string): string => `${texts.advertiseNow}: ${title}`,
  advertised: 'Advertised',
  advertisedToast: (title: string): string => `${title} is advertised`,
  notOnOffer: 'Only a car on offer can be advertised.',
  edit: 'Edit',
  editCar: (title: string): string => `Edit ${title}`,
  seeBuyers: 'See buyer',
  seeBuyersOf: (title: string): string => `See the buyers of ${title}`,
  publish: 'Publish',
  withdraw: 'Withdraw',
  relist: 'Put on offer again',
  relistShort: 'Relist',
  sell: 'Mark as sold elsewhere',
  keep: 'Leave it',
  questions: {
    publish: {
      title: 'Publish this car?',
      text: (title: string): string => `Buyers see ${title} from now on and can book it.`,
      confirm: 'Publish',
      done: (title: string): string => `${title} is on offer`,
    },
    withdraw: {
      title: 'Withdraw this car?',
      text: (title: string): string => `${title} is no longer on sale. You can put it on offer again later.`,
      confirm: 'Withdraw',
      done: (title: string): string => `${title} is withdrawn`,
    },
    relist: {
      title: 'Put this car on offer again?',
      text: (title: string): string => `${title} goes back to its old place in the lists.`,
      confirm: 'Put on offer',
      done: (title: string): string => `${title} is on offer again`,
    },
    sell: {
      title: 'Sold elsewhere?',
      text: (title: string): string =>
        `${title} is marked as sold elsewhere. No payment is made here. If it was a mistake, you can put it on offer again.`,
      confirm: 'Mark as sold',
      done: (title: string): string => `${title} is marked as sold`,
    },
  },
  cancelsBookings: (open: number): string =>
    `${counted(open, 'open booking', 'open bookings')} will be cancelled, and the ${open === 1 ? 'buyer is' : 'buyers are'} told.`,
  limits: {
    used: (cars: LimitUse, advertisements: LimitUse): string =>
      `${count(cars.used)} of ${counted(cars.most, 'car', 'cars')} on sale, ${count(advertisements.used)} of ${counted(advertisements.most, 'advertisement', 'advertisements')}.`,
    full: 'Further cars can be kept as drafts until there is room.',
    grows: (steps: readonly LimitStep[]): string => `This grows to ${steps.map(stepText).join(', and to ')}.`,
  },
  failed: 'Your cars could not be loaded',
  failedText: (reason: string): string => `${reason} Your cars are safe.`,
  empty: {
    title: 'No cars yet',
    text: 'A car that you add shows up here, with its bookings and its place on the market.',
  },
} as const;
