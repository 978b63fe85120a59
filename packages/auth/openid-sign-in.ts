import { findViolatedConstraint } from '@carhouse/database/connection/transaction';
import type { AccountId, SessionId } from '@carhouse/domain/account/account';
import { DomainError, isDomainError } from '@carhouse/domain/errors/domain-error';
import type { Id } from '@carhouse/domain/ids/id';
import { adoptAccount, type OnAdopted } from './adopt-account.ts';
import type { AttemptGuard } from './attempt-guard.ts';
import { createOpenidLibraryLoader, withTimeout } from './openid-library.ts';
import { makeUnavailableError, type OpenidProvider } from './openid-provider.ts';
import type { OpenidFault } from './openid-refusal.ts';
import { makeConnectPaths, makeResultPath, makeSecondStepPath, makeSignInPaths, profilePage } from './openid-return.ts';
import type { RequiredSecondStep } from './second-step.ts';
import { authPath, type LibrarySettings, type OpenidRun } from './sign-in-library.ts';
import { readUserAgent } from './user-agent.ts';

export type OpenidSettings = LibrarySettings & {
  readonly now: () => Date;
  readonly providers: readonly OpenidProvider[];
  /** A function that is called with each error for which the user sees only 'failed' or 'unavailable'. */
  readonly reportFault: (fault: unknown) => void;
  /** Starts the second step of the sign-in for a user whom the provider has identified. */
  readonly guard: AttemptGuard;
  readonly beginSecondStep: (accountId: AccountId, providerId: string) => Promise<RequiredSecondStep>;
};

/** The URL to which the browser is redirected, and the cookie that the callback must contain. */
export type OpenidStart = { readonly url: string; readonly cookie: string };

/** An account to which a sign-in provider was connected, and the session in which it was connected. */
export type Connection = { readonly accountId: AccountId; readonly sessionId: SessionId };
export type OnConnected = (connection: Connection) => Promise<void>;

/**
 * Functions that the server calls: `onConnected` after a provider was connected to an account, `onAdopted` when an
 * account is adopted (adopt-account.ts).
 */
export type OpenidHooks = { readonly onConnected?: OnConnected; readonly onAdopted?: OnAdopted };

/** The caller of a callback: the signed-in account, the network to store with a new account, and the counted client address. */
type OpenidCaller = Pick<OpenidRun, 'accountId' | 'network'> & { readonly bucket: string };

type FinishHooks = { readonly onConnected?: () => Promise<void>; readonly onAdopted?: OnAdopted | undefined };

export type OpenidSignIn = {
  /** @throws DomainError NOT_FOUND for a provider that is not configured; SIGN_IN_PROVIDER_UNAVAILABLE. */
  start(providerId: string, from: unknown): Promise<OpenidStart>;
  /** Starts to connect a provider to the account of a session. `token` is the signed token of the session. */
  startConnecting(providerId: string, token: string): Promise<OpenidStart>;
  /**
   * Handles the callback from the provider. The response is always a redirect to a page of this site, with `fault` in
   * the URL when the sign-in failed.
   * @param states the state cookies, by name.
   * @param caller the signed-in account, and the network to store with a new account.
   * @param hooks functions to call after the changes of an account.
   * @throws DomainError NOT_FOUND for a provider that is not configured.
   */
  finishSignIn(
    providerId: string,
    request: Request,
    states: ReadonlyMap<string, string>,
    caller: OpenidCaller,
    hooks?: FinishHooks,
  ): Promise<Response>;
};

/** Maximum duration of a callback in milliseconds. A callback makes at most three requests to the provider. */
const timeoutMs = 12_000;

/**
 * Creates the sign-in by OpenID providers. Each provider has an instance of the sign-in library, which is created at
 * the first sign-in by this provider.
 */
export function createOpenidSignIn(settings: OpenidSettings): OpenidSignIn {
  const libraryLoadersByProviderId = new Map(
    settings.providers.map((each) => [each.id as string, createOpenidLibraryLoader(settings, each)]),
  );

  async function openLibrary(providerId: string) {
    const loadLibrary = libraryLoadersByProviderId.get(providerId);
    if (loadLibrary === undefined) throw new DomainError('NOT_FOUND');
    return loadLibrary();
  }

  async function beginAtProvider(
    path: string,
    providerId: string,
    returnPaths: ReturnPaths,
    headerFields: Record<string, string>,
  ) {
    const { library, forgetLibrary } = await openLibrary(providerId);
    const request = new Request(new URL(`${authPath}${path}`, settings.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headerFields },
      body: JSON.stringify({ provider: providerId, ...returnPaths, disableRedirect: true }),
    });
    const answerPromise = withTimeout(
      library.runOpenid(request, { providerId, accountId: null, network: null }),
      timeoutMs,
    );
    const { response } = await answerPromise.catch((error: unknown) => {
      forgetLibrary();
      throw error;
    });
    const body = (await response.json().catch(() => null)) as { url?: unknown } | null;
    const cookie = response.headers.getSetCookie().find((each) => each.startsWith(`${library.stateCookieName}=`));
    if (response.ok && typeof body?.url === 'string' && cookie !== undefined) return { url: body.url, cookie };
    if (response.status === 401) throw new DomainError('UNAUTHENTICATED');
    // Status 404 means that the new instance of the library could not read the provider's metadata either.
    if (response.status === 404) {
      forgetLibrary();
      throw makeUnavailableError(new Error('The OpenID provider fell silent.'));
    }
    throw new Error(`The sign-in library answered ${response.status} to the start of a sign-in by OpenID.`);
  }

  /**
   * Finishes a sign-in. Refused callbacks are counted by client address, because each one sends a request to the provider in
   * the name of this server.
   */
  async function finishSignIn(
    providerId: string,
    request: Request,
    states: ReadonlyMap<string, string>,
    { bucket, ...caller }: OpenidCaller,
    hooks: FinishHooks = {},
  ): Promise<Response> {
    if (!libraryLoadersByProviderId.has(providerId)) throw new DomainError('NOT_FOUND');
    const attempt = await settings.guard.take('openid address', bucket);
    const response = await answerCallback(providerId, request, states, caller, hooks);
    const landingUrl = new URL(response.headers.get('location') ?? '/', settings.baseUrl);
    if (!landingUrl.searchParams.has('fault')) await attempt.release();
    return response;
  }

  async function answerCallback(
    providerId: string,
    request: Request,
    states: ReadonlyMap<string, string>,
    caller: Pick<OpenidRun, 'accountId' | 'network'>,
    hooks: FinishHooks,
  ): Promise<Response> {
    const run: OpenidRun = { providerId, ...caller };
    const callbackParameters = new URL(request.url).searchParams;
    try {
      const { library, discovery, forgetLibrary } = await openLibrary(providerId);
      if (discovery.doResponsesNameIssuer && callbackParameters.get('iss') !== discovery.issuer)
        return redirect('failed');
      const name = library.stateCookieName;
      const libraryRequest = makeCallbackRequest(providerId, request, callbackParameters, {
        name,
        value: states.get(name),
      });
      const { response, faults } = await withTimeout(library.runOpenid(libraryRequest, run), timeoutMs);
      const libraryRedirectUrl = new URL(response.headers.get('location') ?? '/login?error=failed', settings.baseUrl);
      if (run.accountWaitingForFactor !== undefined) {
        const secondStep = await settings.beginSecondStep(run.accountWaitingForFactor, providerId);
        return redirectTo(
          makeSecondStepPath(libraryRedirectUrl, providerId, secondStep),
          response.headers.getSetCookie(),
        );
      }
      const errorCode = libraryRedirectUrl.searchParams.get('error');
      if (errorCode === unknownProviderCode) forgetLibrary();
      const fault = errorCode === null ? undefined : (run.refusalReason ?? readFaultOfErrorCode(errorCode));
      if (fault === 'account-exists' && (await adoptUnconfirmedAccount(run, hooks.onAdopted)))
        return await restartSignIn(providerId, libraryRedirectUrl);
      if (fault === 'failed' || fault === 'unavailable') reportFaults(run.cause === undefined ? faults : [run.cause]);
      if (fault === undefined && run.hasConnected === true) await hooks.onConnected?.();
      return redirect(fault, libraryRedirectUrl, response.headers.getSetCookie());
    } catch (error) {
      const fault = run.refusalReason ?? readFault(error);
      if (fault === 'failed' || fault === 'unavailable') reportFaults([error]);
      return redirect(fault, run.isConnecting === true ? new URL(profilePage, settings.baseUrl) : undefined);
    }
  }

  /**
   * Gives an unconfirmed account with this e-mail address to the owner of the address. A signed-in user cannot get
   * another account by connecting a provider.
   */
  async function adoptUnconfirmedAccount(
    { providerId, accountId, person }: OpenidRun,
    onAdopted: OnAdopted = async () => async () => {},
  ): Promise<boolean> {
    if (person === undefined || accountId !== null) return false;
    const { database, now, randomId } = settings;
    const newId = <Noun extends string>() => randomId() as Id<Noun>;
    return adoptAccount(database, { providerId, person, now: now(), newId, onAdopted });
  }

  /**
   * Starts the sign-in again, because the provider accepts an authorisation code only once. The user is still signed in
   * at the provider, so the provider displays no page.
   */
  async function restartSignIn(providerId: string, libraryRedirectUrl: URL): Promise<Response> {
    const { url, cookie } = await beginAtProvider(
      '/sign-in/social',
      providerId,
      makeSignInPaths(providerId, libraryRedirectUrl.searchParams.get('from')),
      {},
    );
    const headers = new Headers({ location: url, 'cache-control': 'no-store' });
    headers.append('set-cookie', cookie);
    return new Response(null, { status: 302, headers });
  }

  function reportFaults(faults: readonly unknown[]): void {
    for (const fault of faults) settings.reportFault(fault);
  }

  /**
   * Builds the callback request for the library. The library receives only four parameters of the request's URL, and
   * the state cookie that was set when the sign-in started.
   */
  function makeCallbackRequest(
    providerId: string,
    request: Request,
    callbackParameters: URLSearchParams,
    state: { readonly name: string; readonly value: string | undefined },
  ): Request {
    const url = new URL(`${authPath}/callback/${providerId}`, settings.baseUrl);
    for (const name of ['code', 'state', 'error', 'iss']) {
      const value = callbackParameters.get(name);
      if (value !== null) url.searchParams.set(name, value.slice(0, 4_000));
    }
    const headerFields = state.value === undefined ? {} : { cookie: `${state.name}=${state.value}` };
    return new Request(url, { headers: { 'user-agent': readUserAgent(request.headers), ...headerFields } });
  }

  return {
    start: (providerId, from) => beginAtProvider('/sign-in/social', providerId, makeSignInPaths(providerId, from), {}),
    startConnecting: (providerId, token) =>
      beginAtProvider('/link-social', providerId, makeConnectPaths(providerId), {
        authorization: `Bearer ${token}`,
      }),
    finishSignIn,
  };
}

type ReturnPaths = { readonly callbackURL: string; readonly errorCallbackURL: string };

function redirect(fault?: OpenidFault, libraryRedirectUrl?: URL, cookies: readonly string[] = []): Response {
  return redirectTo(makeResultPath(libraryRedirectUrl, fault), cookies);
}

function redirectTo(location: string, cookies: readonly string[]): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 302, headers });
}

/** The library's error code when its instance could not read the provider's metadata. */
const unknownProviderCode = 'oauth_provider_not_found';

/**
 * The reason that the user sees for each error code of the library and of the provider (RFC 6749, section 4.1.2.1). The
 * library passes the provider's codes on.
 */
const faultsByErrorCode: Readonly<Record<string, OpenidFault>> = {
  access_denied: 'cancelled',
  temporarily_unavailable: 'unavailable',
  server_error: 'unavailable',
  [unknownProviderCode]: 'unavailable',
  account_not_linked: 'account-exists',
  email_does_not_match: 'email-differs',
  account_already_linked_to_different_user: 'connected-elsewhere',
  state_not_found: 'expired',
  state_mismatch: 'expired',
  state_invalid: 'expired',
};

function readFaultOfErrorCode(errorCode: string): OpenidFault {
  return Object.hasOwn(faultsByErrorCode, errorCode) ? (faultsByErrorCode[errorCode] ?? 'failed') : 'failed';
}

function readFault(error: unknown): OpenidFault {
  if (isDomainError(error, 'INVALID_CREDENTIALS')) return error.message.includes('suspended') ? 'suspended' : 'closed';
  if (isDomainError(error, 'SIGN_IN_PROVIDER_UNAVAILABLE')) return 'unavailable';
  const constraint = findViolatedConstraint(error);
  if (constraint === 'credential_account_provider_key') return 'connected-elsewhere';
  const isAccountClosed = constraint === 'credential_live_account_check' || constraint === 'session_live_account_check';
  return isAccountClosed ? 'closed' : 'failed';
}
