/** Titles and descriptions of the public pages, as search results and shared links show them. */
export const publicPageMessages = {
  home: {
    name: 'Used cars for sale in Singapore',
    description: 'Used cars for sale in Singapore from used car dealers: compare prices and info, and book a viewing.',
  },
  faq: {
    name: 'FAQ',
    description:
      'Questions and answers: booking and paying for a used car, and state in React, inheritance, unit tests, React vs Angular vs Vue.',
  },
  about: {
    name: 'About',
    description: 'What Car House is, and how prices, bookings and payments work here.',
  },
  cars: {
    name: 'Used cars for sale',
    description:
      'Every used car on sale at Car House: search by brand, model, place and price, with the COE left and the cost of a year.',
  },
  compare: {
    name: 'Compare cars',
    description: 'Up to four used cars side by side: price, COE left, cost of a year, mileage and facts.',
  },
  login: { name: 'Login', description: 'Sign in to book a car, keep a wish list or sell your own.' },
  signup: { name: 'Signup', description: 'Make an account as a buyer or a seller of used cars in Singapore.' },
  brand: (brand: string) => ({
    name: `Used ${brand} cars`,
    description: `Used ${brand} cars for sale in Singapore, with price, COE left and seller.`,
  }),
  notFound: 'Not found',
};
