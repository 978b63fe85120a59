import { startTestOpenidProvider, type TestOpenidProvider } from '@carhouse/auth/testing/test-openid-provider';
import type { Answer } from './builders.ts';
import { unlimitedProtection } from './test-node.ts';
import { startTestServer, type TestServer } from './test-server.ts';

export type TestServerWithOpenid = TestServer & {
  readonly companyProvider: TestOpenidProvider;
  /** Makes a visitor with cookies for the server and for the sign-in provider. */
  browser(): Browser;
};

export type Browser = {
  /** Presses the sign-in button, signs in at the provider and returns. @returns the path to which the callback redirects. */
  signIn(email: string, from?: string): Promise<string>;
  /**
   * Presses the sign-in button without signing in at the provider. @returns the URL of the sign-in page at the
   * provider.
   */
  pressSignInButton(from?: string): Promise<string>;
  /**
   * Signs in at the provider; the address 'cancel' cancels the sign-in.
   * @returns the URL of the server's callback with the provider's answer.
   */
  visitCompany(url: string, email: string): Promise<URL>;
  /** Requests the callback URL. @returns the path to which the server redirects the browser. */
  returnFromProvider(callbackUrl: URL): Promise<string>;
  call(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object): Promise<Answer>;
  /** The server's cookies, by name. */
  readonly cookies: Map<string, string>;
};

/**
 * Starts a server configured for Google, with a test implementation of an OpenID provider. `extraVariables` adds variables to the
 * server's configuration.
 */
export async function startTestServerWithOpenid(
  extraVariables: Readonly<Record<string, string>> = {},
): Promise<TestServerWithOpenid> {
  const origin = 'http://127.0.0.1:3000';
  const callbackUrls = ['google', 'openid'].map((id) => `${origin}/api/auth/callback/${id}`);
  const companyProvider = await startTestOpenidProvider(callbackUrls);
  const server = await startTestServer(unlimitedProtection, undefined, {
    PUBLIC_URL: origin,
    GOOGLE_CLIENT_ID: companyProvider.clientId,
    GOOGLE_CLIENT_SECRET: companyProvider.clientSecret,
    GOOGLE_DISCOVERY_URL: companyProvider.discoveryUrl,
    ...extraVariables,
  });

  let browserCount = 0;

  function makeBrowser(): Browser {
    browserCount += 1;
    // Refused callbacks are counted by client address.
    const remoteAddress = `198.18.${browserCount >> 8}.${browserCount & 255}`;
    const cookies = new Map<string, string>();
    const providerCookies = new Map<string, string>();

    async function call(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object): Promise<Answer> {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await server.app.inject({
        remoteAddress,
        method,
        url,
        headers: { cookie, origin, 'sec-fetch-site': 'same-origin' },
        ...(payload === undefined ? {} : { payload }),
      });
      keepCookies(cookies, [answer.headers['set-cookie'] ?? []].flat());
      const body = answer.body === '' ? {} : answer.json();
      return { status: answer.statusCode, body, headers: answer.headers };
    }

    async function pressSignIn(from?: string): Promise<string> {
      const answer = await call('POST', '/api/auth/sign-in/openid', { provider: 'google', from });
      if (answer.status !== 200) throw new Error(`The start answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return String(answer.body.url);
    }

    async function signInAtProvider(url: string, email: string): Promise<URL> {
      providerCookies.clear();
      let nextUrl = url;
      let formBody: string | undefined;
      while (!nextUrl.startsWith(origin)) {
        const cookie = [...providerCookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const postOptions = { method: 'POST', body: formBody ?? '' };
        const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
        const answer = await fetch(nextUrl, {
          redirect: 'manual',
          headers,
          ...(formBody === undefined ? {} : postOptions),
        });
        keepCookies(providerCookies, answer.headers.getSetCookie());
        const text = await answer.text();
        const location = answer.headers.get('location');
        const action = /action="([^"]+)"/.exec(text)?.[1];
        if (location === null && action === undefined)
          throw new Error(`The company answered ${answer.status}: ${text}`);
        formBody =
          location === null
            ? new URLSearchParams(email === 'cancel' ? { cancel: '1' } : { email }).toString()
            : undefined;
        nextUrl = new URL(location ?? action ?? '', nextUrl).href;
      }
      return new URL(nextUrl);
    }

    async function returnFromProvider(callbackUrl: URL): Promise<string> {
      const answer = await call('GET', `${callbackUrl.pathname}${callbackUrl.search}`);
      if (answer.status !== 302)
        throw new Error(`The callback answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return String(answer.headers.location);
    }

    return {
      cookies,
      call,
      pressSignInButton: pressSignIn,
      visitCompany: signInAtProvider,
      returnFromProvider,
      signIn: async (email, from) => returnFromProvider(await signInAtProvider(await pressSignIn(from), email)),
    };
  }

  return {
    ...server,
    companyProvider,
    browser: makeBrowser,
    close: async () => {
      await server.close();
      await companyProvider.close();
    },
  };
}

function keepCookies(cookiesByName: Map<string, string>, cookieHeaders: readonly string[]): void {
  for (const cookieHeader of cookieHeaders) {
    const [nameAndValue = '', ...attributes] = cookieHeader.split('; ');
    const [name = '', value = ''] = nameAndValue.split(/=(.*)/s);
    if (attributes.includes('Max-Age=0') || attributes.includes('max-age=0') || value === '')
      cookiesByName.delete(name);
    else cookiesByName.set(name, value);
  }
}
