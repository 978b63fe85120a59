/** Names of the session cookie, over http and over https. */
export const sessionCookieNames = { http: 'carhouse.session_token', https: '__Host-carhouse.session_token' } as const;
export const stateCookieNames = { http: 'carhouse.openid_state', https: '__Host-carhouse.openid_state' } as const;

/**
 * The credentials in a request, which are not verified yet. `nothing`: the request is a visitor's, and no parser could
 * find a credential in it. `unusable`: the request has a cookie or an Authorization header that cannot identify a
 * session, because it is malformed, repeated, of an unsupported scheme or of another program.
 */
export type PresentedCredentials =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unusable' }
  | { readonly kind: 'header'; readonly scheme: 'bearer' | 'none'; readonly token: string }
  | { readonly kind: 'cookies'; readonly cookiesByName: ReadonlyMap<string, string> };

/** What the server reads from the cookies and the Authorization header of one request. */
export type RequestIdentity = {
  readonly presentedCredentials: PresentedCredentials;
  /** Whether the request has a Cookie header. */
  readonly hasCookies: boolean;
  /** The state cookies of started sign-ins by OpenID, by name. */
  readonly openidStates: ReadonlyMap<string, string>;
  readonly theme: 'light' | 'dark' | undefined;
};

const noCookies: ReadonlyMap<string, string> = new Map();

/** A request without credentials. */
export const visitor: RequestIdentity = {
  presentedCredentials: { kind: 'nothing' },
  hasCookies: false,
  openidStates: noCookies,
  theme: undefined,
};

const allSessionCookieNames: readonly string[] = Object.values(sessionCookieNames);
const allStateCookieNames: readonly string[] = Object.values(stateCookieNames);
/** The characters of a cookie value (cookie-octet of RFC 6265, section 4.1.1). */
const cookieOctetsPattern = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/;
const printableTextPattern = /^[\t\x20-\x7e]*$/;

/**
 * Reads the Cookie and Authorization headers of a request; no other code reads these headers. An Authorization header
 * (`{token}` as in the specification, or `Bearer {token}`) has priority. When the Authorization header has another
 * scheme, such as the `Basic` of a reverse proxy, the cookies are used. Only SP and HTAB count as blanks around names
 * and values (RFC 6265, section 5.2). A session cookie that is duplicated or malformed gives no session.
 * @param rawHeaders alternating names and values, as in `IncomingMessage.rawHeaders`: each character is one byte.
 */
export function readRequestIdentity(rawHeaders: readonly string[]): RequestIdentity {
  const cookies: string[] = [];
  const authorizations: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    if (name.length === 6 && name.toLowerCase() === 'cookie') cookies.push(value);
    else if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations.push(value);
  }
  if (cookies.length === 0 && authorizations.length === 0) return visitor;
  const parsedCookies = readCookies(cookies.join(';'));
  // A request with an Authorization header is at least `unusable`, so it is never served from a cache.
  const credentials: PresentedCredentials =
    authorizations.length > 0 && parsedCookies.presentedCredentials.kind === 'nothing'
      ? { kind: 'unusable' }
      : parsedCookies.presentedCredentials;
  return {
    presentedCredentials: readAuthorization(authorizations) ?? credentials,
    hasCookies: cookies.length > 0,
    openidStates: parsedCookies.openidStates,
    theme: parsedCookies.theme,
  };
}

/** Returns the credentials in the Authorization header; undefined when the cookies must be used. */
function readAuthorization(values: readonly string[]): PresentedCredentials | undefined {
  const [firstValue] = values;
  if (firstValue === undefined) return undefined;
  if (values.length > 1 || !printableTextPattern.test(firstValue)) return { kind: 'unusable' };
  const text = trimBlanks(firstValue);
  if (/^bearer[ \t]/i.test(text)) return { kind: 'header', scheme: 'bearer', token: trimBlanks(text.slice(7)) };
  return text === '' || /[ \t]/.test(text) ? undefined : { kind: 'header', scheme: 'none', token: text };
}

type CookieValues = Pick<RequestIdentity, 'presentedCredentials' | 'openidStates' | 'theme'>;

function readCookies(header: string): CookieValues {
  const sessionCookies = new Map<string, string>();
  const stateCookies = new Map<string, string>();
  const duplicatedNames = new Set<string>();
  let theme: CookieValues['theme'];
  let isSessionCookieUnusable = false;
  for (const cookiePair of header.split(';')) {
    const equalsIndex = cookiePair.indexOf('=');
    const name = trimBlanks(equalsIndex === -1 ? cookiePair : cookiePair.slice(0, equalsIndex));
    const value = equalsIndex === -1 ? '' : trimBlanks(cookiePair.slice(equalsIndex + 1));
    if (allSessionCookieNames.includes(name)) {
      isSessionCookieUnusable ||= sessionCookies.has(name) || !cookieOctetsPattern.test(value);
      sessionCookies.set(name, value);
    } else if (allStateCookieNames.includes(name)) {
      if (stateCookies.has(name) || !cookieOctetsPattern.test(value)) duplicatedNames.add(name);
      stateCookies.set(name, value);
    } else if (name === 'theme') {
      if (value === 'light' || value === 'dark') theme ??= value;
    } else if (allSessionCookieNames.includes(normaliseCookieName(name))) {
      isSessionCookieUnusable = true;
    }
  }
  for (const name of duplicatedNames) stateCookies.delete(name);
  return {
    presentedCredentials: chooseCookieCredentials(sessionCookies, isSessionCookieUnusable, header),
    openidStates: stateCookies,
    theme,
  };
}

function chooseCookieCredentials(
  sessionCookies: ReadonlyMap<string, string>,
  isSessionCookieUnusable: boolean,
  header: string,
): PresentedCredentials {
  if (isSessionCookieUnusable) return { kind: 'unusable' };
  if (sessionCookies.size > 0) return { kind: 'cookies', cookiesByName: sessionCookies };
  // Another parser might find a session in an Authorization header like this one, so the response must not come from a
  // cache.
  const mayContainSession = !printableTextPattern.test(header) || /session_token/i.test(header);
  return { kind: mayContainSession ? 'unusable' : 'nothing' };
}

/**
 * Returns the name of a cookie as a less strict parser may read it: without blanks and unusual bytes, in lower case.
 */
function normaliseCookieName(name: string): string {
  const cleanedName = name.replace(/[^\x21-\x7e]/g, '').toLowerCase();
  return cleanedName.startsWith('__host-') ? `__Host-${cleanedName.slice(7)}` : cleanedName;
}

function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
