/**
 * Every code that an answer of the API may carry, with the sentence shown to the person when a rule gives no better one.
 * The code is the contract, the sentence is not.
 */
export const errorDetails = {
  // who is asking
  UNAUTHENTICATED: 'Please log in first.',
  ROLE_REQUIRED: 'Your role may not do this.',
  ROLE_NOT_ALLOWED: 'Only the roles Seller and Buyer can be chosen here.',
  ROLE_ALREADY_SET: 'The role of this account is already set.',
  NOT_YOURS: 'This belongs to another account.',
  CSRF: 'The request did not come from this site.',
  INVALID_CREDENTIALS: 'The e-mail address or the password is wrong.',
  PASSWORD_RULE: 'The password does not follow the rules.',
  // what is asked for
  NOT_FOUND: 'There is nothing here.',
  METHOD_NOT_ALLOWED: 'This address does not answer that method.',
  BAD_REQUEST: 'The request cannot be read.',
  INVALID: 'Some fields are not right.',
  REQUEST_TIMEOUT: 'The request took too long to arrive.',
  HEADERS_TOO_LARGE: 'The headers of the request are too large.',
  PAYLOAD_TOO_LARGE: 'The request is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'This content type is not accepted here.',
  BRAND_CLOSED: 'Cars of this brand cannot be listed yet.',
  LISTING_NOT_RESOLVED: 'The request names no product, and not exactly one available car matches it.',
  BOOKING_NOT_RESOLVED: 'The request names no booking, and not exactly one of your open bookings has this price.',
  // the state of things
  ILLEGAL_TRANSITION: 'This cannot be done in the present state.',
  CAR_ALREADY_SOLD: 'This car has already been sold.',
  CAR_NOT_AVAILABLE: 'This car is not available.',
  CAR_RESERVED: 'Another buyer is paying for this car right now.',
  OWN_LISTING: 'You cannot book your own car.',
  BOOKING_LIMIT: 'You have five open bookings. Pay or cancel one first.',
  WISH_LIMIT: 'Your wish list holds 200 cars. Take one off first.',
  LISTING_LIMIT: 'At most 50 cars can be listed in a day.',
  BOOKING_CANCELLED: 'This booking was cancelled.',
  ALREADY_PAID: 'This order is already paid.',
  PRICE_CHANGED: 'The price is not the one of your booking.',
  AMOUNT_TOO_LARGE: 'Cards take at most $999,999.99 in one payment. Please arrange this payment with the seller.',
  AMOUNT_TOO_SMALL: 'Cards take at least $0.50.',
  PAYMENT_NOT_VERIFIED: 'The card provider does not confirm this payment.',
  PAYMENT_PENDING: 'The payment has not succeeded yet.',
  PAYMENT_REFUNDED: 'The car was sold to another buyer a moment before. Your card is refunded in full.',
  INVALID_SIGNATURE: 'The signature is not valid.',
  // the machinery
  PAYMENT_PROVIDER_UNAVAILABLE: 'The card provider does not answer. Nothing was charged. Please try again.',
  RATE_LIMITED: 'Too many requests. Please wait a moment.',
  UNAVAILABLE: 'The service is busy. Please try again in a moment.',
  INTERNAL: 'Something went wrong on our side.',
} as const;

export type ErrorCode = keyof typeof errorDetails;
