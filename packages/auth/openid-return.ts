import type { OpenidFault } from './openid-refusal.ts';
import type { RequiredSecondStep } from './second-step.ts';

const loginPage = '/login';
export const profilePage = '/dashboard/myprofile';
/**
 * Maximum number of characters of the path to return to after the sign-in. The path is encrypted in a cookie, whose
 * maximum is four kilobytes.
 */
const maxReturnPathLength = 300;

type ReturnPaths = { readonly callbackURL: string; readonly errorCallbackURL: string };

/** Returns the page on which a sign-in ends: the login page, which displays the result and continues to `from`. */
export function makeSignInPaths(providerId: string, from: unknown): ReturnPaths {
  const returnPath = readReturnPath(from);
  return {
    callbackURL: makePathWithQuery(loginPage, {
      with: providerId,
      ...(returnPath === undefined ? {} : { from: returnPath }),
    }),
    errorCallbackURL: makePathWithQuery(loginPage, returnPath === undefined ? {} : { from: returnPath }),
  };
}

export function makeConnectPaths(providerId: string): ReturnPaths {
  return { callbackURL: makePathWithQuery(profilePage, { connected: providerId }), errorCallbackURL: profilePage };
}

/**
 * Returns the path to which the browser is redirected at the end of a sign-in. For every URL from the library or the
 * provider, the result is the path of the login page or of the profile page. After an error the parameter `fault` of
 * the URL names the error, without the provider's text.
 */
export function makeResultPath(libraryRedirectUrl: URL | undefined, fault: OpenidFault | undefined): string {
  const page = libraryRedirectUrl?.pathname === profilePage ? profilePage : loginPage;
  const query: Record<string, string> = {};
  for (const name of ['with', 'connected', 'from']) {
    const value = libraryRedirectUrl?.searchParams.get(name);
    if (value !== null && value !== undefined) query[name] = value;
  }
  return makePathWithQuery(page, fault === undefined ? query : { ...query, fault });
}

/**
 * Returns the URL of the login page that asks for the second factor, and then continues as after every sign-in. The
 * token of the unfinished sign-in is in the fragment (`#`), which browsers do not send to servers.
 */
export function makeSecondStepPath(
  libraryRedirectUrl: URL,
  providerId: string,
  { token, ways }: RequiredSecondStep,
): string {
  const from = readReturnPath(libraryRedirectUrl.searchParams.get('from'));
  const page = makePathWithQuery(loginPage, { with: providerId, ...(from === undefined ? {} : { from }) });
  return `${page}#${new URLSearchParams({ 'second-step': token, ways: ways.join(' ') }).toString()}`;
}

/**
 * Returns `from` when it is a path of this site to which the login page may continue. The login page validates the path
 * `from` again.
 */
function readReturnPath(from: unknown): string | undefined {
  if (typeof from !== 'string' || from.length > maxReturnPathLength || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(from))
    return undefined;
  return from === '/' ? undefined : from;
}

function makePathWithQuery(page: string, query: Record<string, string>): string {
  const queryText = new URLSearchParams(query).toString();
  return queryText === '' ? page : `${page}?${queryText}`;
}
