/** Cards, brand pages and the wish button. */
export const listingMessages = {
  brandPages: {
    ferrari: {
      name: 'Ferrari',
      lead: "Maranello's front-engined tourers and mid-engined V8s, with the COE, the yearly cost and the seller's standing on every card.",
    },
    audi: {
      name: 'Audi',
      lead: 'From the A3 to the RS estates and the electric e-tron, each with its COE, its yearly cost and who is selling it.',
    },
    mercedes: {
      name: 'Mercedes-Benz',
      lead: 'Saloons, estates and SUVs from Stuttgart, and the AMG cars among them, with the COE left and the cost of a year.',
    },
    rolls: {
      name: 'Rolls-Royce',
      lead: 'Ghost, Phantom, Cullinan and their kin. Few change hands, so every card shows the COE, the history and the seller.',
    },
    tesla: {
      name: 'Tesla',
      lead: 'Model 3, Y, S and X, charged at home or on the road: the COE left, the yearly cost and the seller on every card.',
    },
  },
  car: 'car',
  cars: 'cars',
  carMatches: 'car matches',
  carsMatch: 'cars match',
  priceRange: (lowest: string, highest: string): string => `${lowest} to ${highest}`,
  listFailed: {
    title: 'The list did not arrive',
    body: (brand: string, reason: string): string => `The cars of ${brand} could not be fetched. ${reason}`,
  },
  noCars: {
    title: (brand: string): string => `No ${brand} on sale today`,
    body: 'New cars are posted most days. The other collections are open.',
    action: 'Search cars',
  },
  noMatch: {
    title: (brand: string): string => `No ${brand} matches`,
    body: (cars: string): string => `All ${cars} are a step away: take one of the choices back.`,
    action: 'Show all',
  },
  newestOnly: (cars: string): string => `These are the newest ${cars} cars of the collection.`,
  searchAll: (brand: string): string => `Search all ${brand}`,
  showMore: (cars: number): string => `Show ${cars} more`,
  shownOf: (shown: string, total: string): string => `${shown} of ${total} cars`,
  filters: {
    group: 'Show only',
    verified: 'Verified sellers',
    longCoe: (years: number): string => `${years} years of COE or more`,
    under: (price: string): string => `Under ${price}`,
    sort: 'Sort',
    all: 'All filters',
    sortings: {
      newest: 'Newest first',
      price: 'Price, low to high',
      cost: 'Yearly cost, low to high',
      coe: 'COE left, most first',
    },
  },
  card: {
    original: 'Original',
    coeLeft: 'of COE left',
    left: 'left',
    coeOver: 'COE has run out',
    perYear: (cost: string): string => `${cost} / yr`,
    yearsOfUse: 'Years of use',
    yearOfPurchase: 'Year of purchase',
    posted: 'Posted',
    verifiedSeller: 'Verified seller',
    sold: 'Sold',
  },
  coe: {
    year: '1 year',
    years: (years: number): string => `${years} years`,
    month: '1 month',
    months: (months: number): string => `${months} months`,
  },
  book: {
    own: 'Your car',
    ownReason: 'You are selling this car.',
    buyersOnly: (role: string): string => `Only buyers can book a car. ${role}`,
    noRole: 'Your account has no role yet.',
    signedInAs: (role: string): string => `You are signed in as ${role}.`,
  },
  wish: {
    already: 'This car is on your wish list',
    ownReason: 'You cannot wish for your own car.',
    noRoleReason: 'Finish your sign-up first: your account has no role yet.',
  },
} as const;
