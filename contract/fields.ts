import { z } from 'zod/mini';

/** The id of anything, as the specification names it: `_id`. */
export const id = z.string();

/** Dollars with at most two decimals, as the specification's client sends and shows them. */
export const dollars = z.number();

/** Free text of a person: no control characters, no unpaired surrogates (the database cannot hold them), counted in characters. */
export function freeText(maximum: number, minimum = 0) {
  return z.string().check(
    z.refine((text) => [...text].length <= maximum, { error: `At most ${maximum} characters` }),
    z.refine((text) => [...text.trim()].length >= minimum, { error: 'Required' }),
    // line breaks and tabs are text, every other control character (Unicode category Cc) is not
    z.refine((text) => !/\p{Cc}/u.test(text.replace(/[\t\n\r]/g, '')), { error: 'Control characters are not allowed' }),
    z.refine((text) => !/\p{Surrogate}/u.test(text), { error: 'The text is not well formed' }),
  );
}

/** An e-mail address of at most 254 characters, lower-cased. */
export const email = z.pipe(
  z.string().check(
    z.maxLength(254),
    z.regex(/^[^\s@"<>(),:;\\[\]]{1,64}@[^\s@"<>(),:;\\[\]]+\.[^\s@"<>(),:;\\[\]]+$/, {
      error: 'Not an e-mail address',
    }),
  ),
  z.transform((text: string) => text.toLowerCase()),
);

/** `https:` (or a path of our own pictures). The server never fetches it. */
export const photoUrl = z.string().check(
  z.maxLength(2048),
  z.refine((text) => text === '' || text.startsWith('/media/') || /^https?:\/\/[^\s]+$/.test(text), {
    error: 'A photo URL starts with https://',
  }),
);
