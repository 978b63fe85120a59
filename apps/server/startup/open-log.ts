import { holdsCardNumber } from '@carhouse/domain/payment/card-number';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Fields that are secrets by their name, wherever a library logs them. */
const secretFields =
  /("(?:password|newPassword|oldPassword|token|accessToken|client_secret|clientSecret|cookie|authorization|set-cookie|stripe-signature|cvc|detail|where|parameters)":)("(?:[^"\\]|\\.)*"|\[[^\]]*\])/gi;
/**
 * An escape of JSON is taken as a whole, so that the letter in it never counts as the beginning of an address; and so is a run of the
 * characters that addresses have, so that a long one is not searched from each of its places.
 */
const addresses = /(\\u[0-9a-f]{4}|\\.)|[\p{L}\p{N}._%+'-]+(?:@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,})?/giu;
const encodedAddress = /.%40(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/iu;
const secrets: readonly (readonly [RegExp, string])[] = [
  [/((?:pi|seti)_\w{1,100}?_secret_)\w+/g, '$1[removed]'],
  [/\b((?:sk|rk|whsec)_)\w{8,}/g, '$1[removed]'],
  [/(session_token=)[^;\s"\\]+/g, '$1[removed]'],
  [/\b(Bearer\s+)[\w.~+/=%-]+/gi, '$1[removed]'],
  [/\$argon2[^"\s\\]*/g, '[removed]'],
];
/** Digits of other scripts, or digits of an address of the web that is encoded, with what may stand between them. */
const encodedRuns = /(?:%[\da-f]{2}|[\p{N}\p{Cf}\p{M}\p{Pd} +._,/])+/giu;
const isEncoded = /[%+]|[^\p{ASCII}]/u;
const digitRuns = /(?<!\w|\d[.:-])\d(?:[ -]?\d){12,18}(?!\w|[.:-]\d)/g;

/**
 * The log of the server. Every line is swept before it is written: e-mail addresses, tokens, keys, hashes, card numbers and
 * the details that PostgreSQL adds to its errors do not get into it, no matter who logged them (docs/reliability.md I20).
 */
export function openLog(level: string, destination: DestinationStream): Logger {
  return pino({ level, hooks: { streamWrite: sweepLine } }, destination);
}

/** One line of JSON without what must not be in a log; it stays JSON. */
export function sweepLine(line: string): string {
  let swept = line.replace(secretFields, '$1"[removed]"');
  for (const [pattern, instead] of secrets) swept = swept.replace(pattern, instead);
  swept = swept.replace(addresses, (match, escaped: string | undefined) =>
    escaped === undefined && (match.includes('@') || encodedAddress.test(match)) ? '[e-mail]' : match,
  );
  swept = swept.replace(encodedRuns, (run) =>
    run.length >= 13 && isEncoded.test(run) && holdsCardNumber(decoded(run)) ? '[card]' : run,
  );
  return swept.replace(digitRuns, (run, place: number) => {
    if (!holdsCardNumber(run)) return run;
    const isNumber = swept[place - 1] === ':' && swept[place - 2] === '"' && swept[place - 3] !== '\\';
    return isNumber ? '"[card]"' : '[card]';
  });
}

/** Percent-encoding undone; what is no UTF-8 stays as it is. */
function decoded(run: string): string {
  try {
    return decodeURIComponent(run.replaceAll('+', ' '));
  } catch {
    return run.replace(/%[\da-f]{2}/gi, ' ');
  }
}
