import type { OpenidFault } from './openid-refusal.ts';
import type { SecondStepNeeded } from './second-step.ts';

const loginPage = '/login';
export const profilePage = '/dashboard/myprofile';
/** The path to return to is encrypted in a cookie, which holds four kilobytes. */
const longestFrom = 300;

type Landing = { readonly callbackURL: string; readonly errorCallbackURL: string };

/** A sign-in ends on the login page, which makes the user record, says so and goes on to `from`. */
export function signInLanding(providerId: string, from: unknown): Landing {
  const back = ownPath(from);
  return {
    callbackURL: pathOf(loginPage, { with: providerId, ...(back === undefined ? {} : { from: back }) }),
    errorCallbackURL: pathOf(loginPage, back === undefined ? {} : { from: back }),
  };
}

export function connectLanding(providerId: string): Landing {
  return { callbackURL: pathOf(profilePage, { connected: providerId }), errorCallbackURL: profilePage };
}

/**
 * The path to redirect to. Whatever the library or the provider put into the address: the path is one of our two pages, with
 * `fault` after an error and without the provider's text.
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
 * The login page, which asks for the second factor and then goes on as after a sign-in. The token of the unfinished sign-in is
 * in the fragment (`#`), which browsers send to no server.
 */
export function secondStepLanding(landing: URL, providerId: string, { token, ways }: SecondStepNeeded): string {
  const from = ownPath(landing.searchParams.get('from'));
  const page = pathOf(loginPage, { with: providerId, ...(from === undefined ? {} : { from }) });
  return `${page}#${new URLSearchParams({ 'second-step': token, ways: ways.join(' ') }).toString()}`;
}

/** A path of this site, to which the login page continues; that page validates it again. */
function ownPath(from: unknown): string | undefined {
  if (typeof from !== 'string' || from.length > longestFrom || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(from))
    return undefined;
  return from === '/' ? undefined : from;
}

function pathOf(page: string, query: Record<string, string>): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? page : `${page}?${search}`;
}
