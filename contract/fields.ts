import { z } from 'zod/mini';

/** The id of anything, as the specification names it: `_id`. */
export const id = z.string();

/** Dollars with at most two decimals, as the specification's client sends and shows them. */
export const dollars = z.number();

/** The database holds no unpaired surrogates and no NUL. Line breaks and tabs are text, other control characters (Unicode category Cc) are not. */
const storable = [
  z.refine<string>((text) => !/\p{Cc}/u.test(text.replace(/[\t\n\r]/g, '')), {
    error: 'Control characters are not allowed',
  }),
  z.refine<string>((text) => !/\p{Surrogate}/u.test(text), { error: 'The text is not well formed' }),
] as const;

/** Text from outside that the database may hold or compare, counted in characters. */
export function freeText(maximum: number, minimum = 0) {
  return z.string().check(
    z.refine((text) => [...text].length <= maximum, { error: `At most ${maximum} characters` }),
    z.refine((text) => [...text.trim()].length >= minimum, { error: 'Required' }),
    ...storable,
  );
}

/** An e-mail address of at most 254 characters, lower-cased. */
export const email = z.pipe(
  z.string().check(
    z.maxLength(254),
    z.regex(/^[^\s@"<>(),:;\\[\]]{1,64}@[^\s@"<>(),:;\\[\]]+\.[^\s@"<>(),:;\\[\]]+$/, {
      error: 'Not an e-mail address',
    }),
    ...storable,
  ),
  z.transform((text: string) => text.toLowerCase()),
);

/** A web address (or a path of our own pictures). The server never fetches it, and pages show it only from https. */
export const photoUrl = z.string().check(
  z.maxLength(2048),
  z.refine((text) => text === '' || text.startsWith('/media/') || /^https?:\/\/[^\s]+$/.test(text), {
    error: 'A photo URL starts with https:// or http://',
  }),
  ...storable,
);
