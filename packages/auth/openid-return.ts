import type { OpenidFault } from './openid-refusal.ts';
import type { SecondStepNeeded } from './second-step.ts';

const loginPage = '/login';
export const profilePage = '/dashboard/myprofile';
/** Maximum length of the path to return to. The path is encrypted in a cookie, whose maximum is four kilobytes. */
const maxFromLength = 300;

type Landing = { readonly callbackURL: string; readonly errorCallbackURL: string };

/** The page on which a sign-in ends: the login page, which displays the result and continues to `from`. */
export function signInLanding(providerId: string, from: unknown): Landing {
  const returnPath = ownPath(from);
  return {
    callbackURL: pathOf(loginPage, { with: providerId, ...(returnPath === undefined ? {} : { from: returnPath }) }),
    errorCallbackURL: pathOf(loginPage, returnPath === undefined ? {} : { from: returnPath }),
  };
}

export function connectLanding(providerId: string): Landing {
  return { callbackURL: pathOf(profilePage, { connected: providerId }), errorCallbackURL: profilePage };
}

/**
 * The path to which the browser is redirected. Whatever URL the library or the provider returns, the path is one of our
 * two pages. After an error it has `fault`, without the provider's text.
 */
export function errorLanding(landing: URL | undefined, fault: OpenidFault | undefined): string {
  const page = landing?.pathname === profilePage ? profilePage : loginPage;
  const query: Record<string, string> = {};
  for (const name of ['with', 'connected', 'from']) {
    const value = landing?.searchParams.get(name);
    if (value !== null && value !== undefined) query[name] = value;
  }
  return pathOf(page, fault === undefined ? query : { ...query, fault });
}

/**
 * The login page, which asks for the second factor and then continues in the same way as after a sign-in. The token of
 * the unfinished sign-in is in the fragment (`#`), which browsers do not send to servers.
 */
export function secondStepLanding(landing: URL, providerId: string, { token, ways }: SecondStepNeeded): string {
  const from = ownPath(landing.searchParams.get('from'));
  const page = pathOf(loginPage, { with: providerId, ...(from === undefined ? {} : { from }) });
  return `${page}#${new URLSearchParams({ 'second-step': token, ways: ways.join(' ') }).toString()}`;
}

/** A path of this site, to which the login page continues. That page validates it again. */
function ownPath(from: unknown): string | undefined {
  if (typeof from !== 'string' || from.length > maxFromLength || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(from))
    return undefined;
  return from === '/' ? undefined : from;
}

function pathOf(page: string, query: Record<string, string>): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? page : `${page}?${search}`;
}
