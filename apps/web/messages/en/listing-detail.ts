/** The page of one car. */
export const listingDetailMessages = {
  /** `Used Ferrari Roma, 2021`: the title of the page and of shared links. */
  headName: (car: string, year: number): string => `Used ${car}, ${year}`,
  headDescription: (car: string, price: string, place: string, facts: string): string =>
    `${car} for ${price} in ${place}. ${facts}`,
  headFacts: (years: string, coe: string): string => `${years} of use, ${coe} of COE left.`,
  headNoCoe: (years: string): string => `${years} of use.`,
  yearsOfUse: { one: 'year', many: 'years' },
  breadcrumb: 'Breadcrumb',
  images: {
    region: 'Photos',
    open: (place: number, of: number): string => `Photo ${place} of ${of}`,
    count: (images: number): string => `${images} photos`,
    place: (place: number, of: number): string => `${place} / ${of}`,
    large: (car: string): string => `Photos of ${car}`,
    previous: 'Previous photo',
    next: 'Next photo',
    choose: 'All photos',
    none: 'No photos yet',
  },
  facts: {
    yearOfPurchase: 'Year of purchase',
    yearsOfUse: 'Years of use',
    originalPrice: 'Original price',
    posted: 'Posted',
  },
  price: {
    heading: 'Price among similar cars',
    below: (amount: string): string => `${amount} below the median`,
    above: (amount: string): string => `${amount} above the median`,
    at: 'Exactly the median',
    among: (cars: string, cheaper: string, dearer: string): string =>
      `of ${cars} comparable cars. ${cheaper} cost less, ${dearer} cost more.`,
    thisCar: (price: string): string => `This car ${price}`,
    median: (price: string): string => `Median ${price}`,
    middleHalf: (from: string, to: string): string => `Middle half of prices: ${from} to ${to}`,
    all: (cars: string): string => `See the ${cars} prices`,
    tooFew: 'Fewer than five cars of this model are on sale, too few to compare prices with.',
  },
  running: {
    heading: 'What it costs to run',
    lead: 'Worked out from the price, the COE and the engine. Estimates, before insurance and petrol.',
    perYear: 'a year',
    perMonth: 'a month',
    coe: {
      heading: 'COE left',
      runsTo: (month: string, used: string): string => `Runs to ${month}. ${used} of its ten years are used.`,
      renewed: (month: string): string => `A renewed COE. It runs to ${month}.`,
      ranOut: 'The COE has run out. Ask the seller about its renewal.',
      estimated: 'Counted from the years of use: the seller has not given the date.',
      none: 'None',
    },
    depreciation: {
      heading: 'Depreciation',
      working: (price: string, parf: string, years: string): string =>
        `${price} less a PARF estimate of ${parf}, over ${years}.`,
      renewed: (price: string, years: string): string => `${price} over ${years}. A renewed COE has no PARF.`,
      byCoe: (day: string): string => ` The PARF rule is that of ${day}, when the COE was obtained.`,
      byRegistration: (day: string): string =>
        ` The day the COE was obtained is not known. The PARF rule is that of the registration, ${day}.`,
      ask: 'Ask the seller',
      askWhy: 'It takes the ARF paid and the end of the COE.',
    },
    roadTax: {
      heading: 'Road tax',
      byEngine: (cc: string, fuel: string, half: string): string =>
        `${cc} cc ${fuel}, at the six-monthly rate of ${half}`,
      byPower: (kw: string, fuel: string, half: string): string =>
        `${kw} kW ${fuel}, at the six-monthly rate of ${half}`,
      surcharge: (percent: number): string => `, ${percent}% more for its age`,
      since: (day: string): string => `. LTA's formula since ${day}.`,
    },
    loan: {
      heading: 'Loan instalment',
      working: (down: number, months: string, rate: string, day: string): string =>
        `${down}% down, ${months}, ${rate} flat: a sample rate of ${day}.`,
      change: 'Change the loan',
      downPayment: 'Down payment',
      months: 'Months',
      month: 'month',
      downValue: (percent: number, amount: string): string => `${percent}%, ${amount}`,
      limits: (percent: number): string =>
        `Loans may cover at most ${percent}% of this car. The longest loan is seven years, or the COE left.`,
    },
    sum: {
      month: (amount: string): string => `${amount} a month`,
      toOwn: 'to own',
      both: 'Depreciation and road tax, divided by 12',
      depreciation: 'Depreciation, divided by 12',
    },
  },
  words: {
    heading: 'From the seller',
  },
  known: {
    heading: 'About the car',
    yes: 'Yes',
    no: 'No',
  },
  buy: {
    region: 'Buy this car',
    original: (price: string): string => `Original price ${price}.`,
    less: (percent: number, years: string): string => `${percent}% less after ${years}.`,
    more: (percent: number, years: string): string => `${percent}% more after ${years}.`,
    sold: 'Sold',
    soldNote: 'This car has been sold. The similar cars below are on sale.',
    hold: 'On hold',
    holdNote: (time: string): string =>
      `Another buyer is paying for this car until ${time}. You can still book a viewing.`,
    booked: 'Booked',
    bookedNote: 'You have booked a viewing of this car.',
    toOrders: 'Go to My Orders',
    draftNote: 'This car is a draft: nobody else sees it.',
    withdrawnNote: 'This car is withdrawn: nobody else sees it.',
    backBook: 'You are signed in. Only buyers can book a car.',
    backWish: 'You are signed in. Add To Wish List keeps this car for you.',
    verified: 'Verified by Car House',
    carsListed: (cars: string): string => `${cars} listed`,
    manyCarsListed: (cars: string): string => `At least ${cars} listed`,
    since: (month: string): string => `Seller since ${month}`,
    viewings: 'Viewings are arranged after you book',
    perYear: (cost: string): string => `${cost} a year`,
  },
  similar: {
    heading: 'Similar cars',
    all: (brand: string): string => `All ${brand}`,
  },
  missing: {
    title: 'This car is not on sale',
    body: 'It was taken off the market, or the address is wrong.',
    action: 'Search cars',
  },
  failed: {
    title: 'The car did not arrive',
    body: (reason: string): string => `${reason} Nothing was changed.`,
  },
} as const;
