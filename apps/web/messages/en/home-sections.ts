/** Texts of the home page below its first screen. */
export const homeSectionMessages = {
  byPrice: {
    title: (cars: string): string => `${cars}, by price`,
    lead: 'Each column is a slice of the market today. Pick the one that fits.',
    under: (price: string): string => `Under ${price}`,
    between: (low: string, high: string): string => `${low} to ${high}`,
    over: (price: string): string => `Over ${price}`,
  },
  carousel: {
    name: 'Featured',
    slide: (place: number, total: number, title: string): string => `${place} of ${total}: ${title}`,
    position: (place: number, total: number): string => `Slide ${place} of ${total}`,
    previous: 'Previous slide',
    next: 'Next slide',
    pause: 'Pause slides',
    play: 'Play slides',
  },
  slides: {
    all: { title: 'Every car, one list', text: 'Search by brand, model or location' },
    costs: { title: 'The costs written down', text: 'Years of COE left and the cost of a year, beside the price' },
    electric: { title: 'Electric', text: 'The Tesla collection' },
    viewing: { title: 'See it before you pay', text: 'How bookings and payments work here' },
  },
  advertisement: {
    name: 'Advertisement',
    all: 'All cars',
    rating: 'Two of five stars, as decoration',
    note: 'Two cars of each seller come first. The stars are decoration. Cars are not rated here.',
  },
  previewCars: ['car', 'cars'] as const,
  previewFrom: (price: string): string => `, from ${price}`,
  /** The text that follows `See More` for screen readers and search engines. */
  seeMoreOf: (brand: string): string => ` ${brand}`,
  feedback: {
    title: 'Bought here? Tell us.',
    lead: 'What went well, what did not. A person reads every note.',
    email: 'Your Email',
    text: 'Your Feedback',
    send: 'Send feedback',
    sending: 'Sending',
    sent: 'Your feedback has been sent. Thank you.',
    another: 'Write another',
    failed: 'Your feedback was not sent. What you wrote is still here.',
  },
  promo: {
    title: 'See it before you pay',
    text: 'Book a viewing with any seller. You pay only after the booking is made.',
    later: 'Not now',
    browse: 'Browse cars',
  },
};
