import { formatMoney, highestPrice, priceMaximum, pricePattern } from '@carhouse/domain/money/money';
import { findPublicLineFault, removeDirectionCharacters } from '@carhouse/domain/text/public-line';
import { z } from 'zod/mini';

/** The id of a record. Responses have the id in the field `_id`, as in the specification. */
export const id = z.string();

/** An amount in Singapore dollars with at most two decimals. */
export const dollars = z.number();

/** The size of an image's largest file in pixels; null when there is no image or its size is unknown. */
export const imageDimensions = z.nullable(z.object({ width: z.number(), height: z.number() }));

/** The facts that lists and orders show beside the name of a car; null when unknown. */
export const carFigures = {
  mileageKm: z.nullable(z.number()),
  /** Number of owners, including the seller. */
  owners: z.nullable(z.number()),
  /** The date of the first registration in Singapore (ISO date). */
  registeredOn: z.nullable(z.string()),
  /** Remaining years of the COE today, with one decimal. */
  coeYearsLeft: z.nullable(z.number()),
};

/** An id of the card provider, such as `evt_1Abc`. */
export const providerId = z.string().check(z.regex(/^\w{1,255}$/, { error: 'Not a name of the card provider' }));

export const refundState = z.enum(['due', 'pending', 'succeeded', 'failed', 'void']);

/** A refund that a second admin has to approve: who requested it, why, and when the request expires. */
export const waitingRefund = z.object({ requestedBy: z.string(), reason: z.string(), expiresAt: z.string() });

export type WaitingRefund = z.infer<typeof waitingRefund>;

/**
 * Checks of all texts from clients. Unpaired surrogates and NUL are refused, because the database cannot store them.
 * Control characters (Unicode category Cc) are refused too, except line breaks and tabs.
 */
const storableTextChecks = [
  z.refine<string>((text) => !/\p{Cc}/u.test(text.replace(/[\t\n\r]/g, '')), {
    error: 'Control characters are not allowed',
  }),
  z.refine<string>((text) => !/\p{Surrogate}/u.test(text), { error: 'The text is not well formed' }),
] as const;

/**
 * A price in dollars with at most two decimals, at least $0.01. Forms send numbers as text, so text is accepted too.
 * Text such as `1e5` is refused.
 */
export const price = z.pipe(
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(pricePattern, { error: 'Not a price' }))]),
    z.transform((value: number | string) => Number(value)),
  ),
  z.number().check(
    z.gte(0.01, { error: 'A price is at least $0.01' }),
    z.lte(highestPrice, { error: `A price is at most ${formatMoney(priceMaximum)}` }),
    z.refine((value) => /^\d+(\.\d{1,2})?$/.test(String(value)), { error: 'A price has at most two decimals' }),
  ),
);

/** Returns the schema of a whole number, which a client may send as a number or as text. */
export function makeWholeNumberSchema(minimum: number, maximum: number) {
  return z.pipe(
    z.pipe(
      z.union([z.number(), z.string().check(z.regex(/^(0|[1-9]\d{0,8})$/, { error: 'Not a whole number' }))]),
      z.transform((value: number | string) => Number(value)),
    ),
    z.int().check(z.gte(minimum, { error: `At least ${minimum}` }), z.lte(maximum, { error: `At most ${maximum}` })),
  );
}

/** A calendar day as an ISO date, between 1900 and 2199. */
export const day = z.iso.date().check(z.regex(/^(19|20|21)/, { error: 'Not a day between 1900 and 2199' }));

/** Returns the schema of a text from a client that the database can store. Lengths are counted in characters. */
export function makeFreeTextSchema(maximum: number, minimum = 0, required = 'Required') {
  return z.string(minimum > 0 ? { error: (issue) => (issue.input === undefined ? required : undefined) } : {}).check(
    z.refine((text) => [...text].length <= maximum, { error: `At most ${maximum} characters` }),
    z.refine((text) => [...text.trim()].length >= minimum, { error: required }),
    ...storableTextChecks,
  );
}

/** Returns the schema of a text without line breaks, such as a name or a title. */
export function makeSingleLineSchema(maximum: number, minimum = 0, required = 'Required') {
  return makeFreeTextSchema(maximum, minimum, required).check(
    z.refine((text) => !/[\n\r]/.test(text), { error: 'Only one line' }),
  );
}

const publicTextCheck = z.refine<string>((text) => findPublicLineFault(text) === undefined, {
  error: ({ input }) => (typeof input === 'string' ? findPublicLineFault(input)?.message : undefined),
  // The check of public text runs only when no earlier check of the same text has reported an error.
  when: ({ issues }) => issues.length === 0,
});

/**
 * Returns the schema of a text that other users see and that users often copy from another program, such as a phone
 * number or a reason. Characters that change the direction of text are removed.
 */
export function makePublicTextSchema(maximum: number, minimum = 0, required = 'Required') {
  const givenText = z.string(
    minimum > 0 ? { error: (issue) => (issue.input === undefined ? required : undefined) } : {},
  );
  const text = makeFreeTextSchema(maximum, minimum, required).check(publicTextCheck);
  return z.pipe(z.pipe(givenText, z.transform(removeDirectionCharacters)), text);
}

/**
 * Returns the schema of a line of text that other users see, such as a user's name
 * (packages/domain/text/public-line.ts).
 */
export function makePublicLineSchema(maximum: number, minimum = 0, required = 'Required') {
  return makeSingleLineSchema(maximum, minimum, required).check(publicTextCheck);
}

/** An e-mail address of at most 254 characters. The address is converted to lower case. */
export const email = z.pipe(
  z.string().check(
    z.maxLength(254),
    z.regex(/^[^\s@"<>(),:;\\[\]]{1,64}@[^\s@"<>(),:;\\[\].]+(?:\.[^\s@"<>(),:;\\[\].]+)+$/, {
      error: 'Not an e-mail address',
    }),
    ...storableTextChecks,
  ),
  z.transform((text: string) => text.toLowerCase()),
);

/**
 * The URL of a user's photo, or the path of an image on this server. The server never fetches a photo URL. Pages show
 * the photo only if `isLoadablePhotoUrl` allows its URL (packages/domain/image/shown-photo.ts).
 */
export const photoUrl = z.string().check(
  z.maxLength(2048),
  z.refine((text) => text === '' || text.startsWith('/media/') || /^https:\/\/[^\s]+$/.test(text), {
    error: 'A photo URL starts with https://',
  }),
  ...storableTextChecks,
);
