import { containsCardNumber } from '@carhouse/domain/payment/card-number';
import { type DestinationStream, type Logger, pino } from 'pino';
import { makeLogTraceFields } from '../tracing/trace.ts';
import { formatLogLine } from './format-log-line.ts';

/** Matches names of fields whose values are secret, in log lines of any library. */
const secretFieldPattern =
  /("(?:password|newPassword|oldPassword|token|accessToken|client_secret|clientSecret|cookie|authorization|set-cookie|stripe-signature|cvc|detail|where|parameters)":)("(?:[^"\\]|\\.)*"|\[[^\]]*\])/gi;
/**
 * Matches e-mail addresses. A JSON escape is matched as a whole, so that its letter is not read as the start of an
 * address. A sequence of address characters is matched as a whole too, so that a long one is scanned only once.
 */
const addressPattern = /(\\u[0-9a-f]{4}|\\.)|[\p{L}\p{N}._%+'-]+(?:@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,})?/giu;
const encodedAddressPattern = /.%40(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/iu;
const secretPatterns: readonly (readonly [RegExp, string])[] = [
  [/((?:pi|seti)_\w{1,100}?_secret_)\w+/g, '$1[removed]'],
  [/\b((?:sk|rk|whsec)_)\w{8,}/g, '$1[removed]'],
  [/(session_token=)[^;\s"\\]+/g, '$1[removed]'],
  [/\b(Bearer\s+)[\w.~+/=%-]+/gi, '$1[removed]'],
  [/\$argon2[^"\s\\]*/g, '[removed]'],
];
/** Matches digits of all scripts and percent-encoded digits, with the separators between them. */
const encodedDigitRunPattern = /(?:%[\da-f]{2}|[\p{N}\p{Cf}\p{M}\p{Pd} +._,/])+/giu;
const encodedCharacterPattern = /[%+]|[^\p{ASCII}]/u;
const digitRunPattern = /(?<!\w|\d[.:-])\d(?:[ -]?\d){12,18}(?!\w|[.:-]\d)/g;

/**
 * Opens the log of the server. Sensitive data is removed from every line before it is written: e-mail addresses,
 * tokens, keys, hashes, card numbers and the details of PostgreSQL's errors, whatever code logged them
 * (docs/reliability.md I20). A line that is logged during a request, a job or a step contains its trace id.
 * @param form `json` for programs that read the log; `text` for a person in front of a terminal.
 */
export function openLog(level: string, destination: DestinationStream, form: 'json' | 'text' = 'json'): Logger {
  const streamWrite = form === 'json' ? redactLine : (line: string) => formatLogLine(redactLine(line));
  return pino({ level, mixin: makeLogTraceFields, hooks: { streamWrite } }, destination);
}

/** Removes sensitive data from one line of JSON; the result is valid JSON. */
export function redactLine(line: string): string {
  let cleanedLine = line.replace(secretFieldPattern, '$1"[removed]"');
  for (const [pattern, replacement] of secretPatterns) cleanedLine = cleanedLine.replace(pattern, replacement);
  cleanedLine = cleanedLine.replace(addressPattern, (matchedText, escapedText: string | undefined) =>
    escapedText === undefined && (matchedText.includes('@') || encodedAddressPattern.test(matchedText))
      ? '[e-mail]'
      : matchedText,
  );
  cleanedLine = cleanedLine.replace(encodedDigitRunPattern, (run) =>
    run.length >= 13 && encodedCharacterPattern.test(run) && containsCardNumber(decodePercents(run)) ? '[card]' : run,
  );
  return cleanedLine.replace(digitRunPattern, (run, startIndex: number) => {
    if (!containsCardNumber(run)) return run;
    const isUnquotedJsonValue =
      cleanedLine[startIndex - 1] === ':' &&
      cleanedLine[startIndex - 2] === '"' &&
      cleanedLine[startIndex - 3] !== '\\';
    return isUnquotedJsonValue ? '"[card]"' : '[card]';
  });
}

/** Decodes percent-encoding; text that is not UTF-8 is returned unchanged. */
function decodePercents(run: string): string {
  try {
    return decodeURIComponent(run.replaceAll('+', ' '));
  } catch {
    return run.replace(/%[\da-f]{2}/gi, ' ');
  }
}
