import { expect, it } from 'vitest';
import { type PresentedCredentials, readRequestIdentity } from './request-identity.ts';

const name = 'carhouse.session_token';
const readCredentials = (...cookies: string[]): PresentedCredentials =>
  readRequestIdentity(cookies.flatMap((each) => ['Cookie', each])).presentedCredentials;

it('reads a request without cookies and authorization as a visitor', () => {
  expect(readRequestIdentity(['Host', 'a.example', 'Accept', '*/*'])).toMatchObject({
    presentedCredentials: { kind: 'nothing' },
    hasCookies: false,
  });
});

it.each([
  [`${name}=abc`],
  [`theme=dark;${name}=abc`],
  [` \t${name}\t = abc\t; x=1`],
  [`x; =; ;;${name}=abc`],
  [`other.session_token=1; ${name}=abc`],
  [`caf\xe9=1; ${name}=abc`],
])('reads our cookie out of %j', (cookie) => {
  expect(readCredentials(cookie)).toEqual({ kind: 'cookies', cookiesByName: new Map([[name, 'abc']]) });
});

it('reads cookies from several headers, and both names of our cookie', () => {
  const expectedCookies = new Map([
    [name, 'a'],
    [`__Host-${name}`, 'b'],
  ]);
  expect(readCredentials(`${name}=a`, `__Host-${name}=b`)).toEqual({
    kind: 'cookies',
    cookiesByName: expectedCookies,
  });
});

// The cases are all bytes that a parser may treat as a blank, and cookies whose names resemble the session cookie's
// name.
it.each([
  ...[0x00, 0x01, 0x0b, 0x0c, 0x1c, 0x1f, 0x7f, 0x80, 0x85, 0xa0, 0xff].flatMap((byte) => {
    const unusualCharacter = String.fromCharCode(byte);
    return [
      `${unusualCharacter}${name}=abc`,
      `${name}${unusualCharacter}=abc`,
      `${name}=${unusualCharacter}abc`,
      `${name}=abc${unusualCharacter}`,
      `a=1;${unusualCharacter}${name}=abc`,
    ];
  }),
  `\ufeff${name}=abc`,
  `${name}=abc; ${name}=abc`,
  `${name}=abc; ${name}=def`,
  `${name}=`,
  name,
  `${name}="abc"`,
  `${name}=a b`,
  `${name}=a,b`,
  `${name.toUpperCase()}=abc`,
  `x=1, ${name}=abc`,
  `x=${name}=abc`,
  'better-auth.session_token=abc',
  '__Secure-carhouse.session_token=abc',
  'caf\xe9=1',
])('finds no session, and no visitor either, in %j', (cookie) => {
  expect(readCredentials(cookie)).toEqual({ kind: 'unusable' });
});

it.each(['theme=dark', 'a=1; b=2', '', ';;;', 'session=1; token=2'])('reads %j as a visitor', (cookie) => {
  expect(readCredentials(cookie)).toEqual({ kind: 'nothing' });
});

it.each([
  ['abc', { kind: 'header', scheme: 'none', token: 'abc' }],
  [' Bearer  abc ', { kind: 'header', scheme: 'bearer', token: 'abc' }],
  ['bEARER\tabc def', { kind: 'header', scheme: 'bearer', token: 'abc def' }],
  ['Basic YTpi', { kind: 'nothing' }],
  ['', { kind: 'nothing' }],
  ['Bearer \xa0abc', { kind: 'unusable' }],
  ['abc\x0c', { kind: 'unusable' }],
])('reads the Authorization header %j', (value, expectedCredentials) => {
  // When the Authorization header has no token, the cookies are used. Without cookies the credentials are `unusable`
  // and not `nothing`, because such a request must not be served from a cache.
  const credentialsWithoutCookies = expectedCredentials.kind === 'nothing' ? { kind: 'unusable' } : expectedCredentials;
  expect(readRequestIdentity(['authorization', value]).presentedCredentials).toEqual(credentialsWithoutCookies);
});

it('uses a token of the Authorization header alone, and the cookies with any other scheme', () => {
  const readDuplicatedCookie = (value: string): PresentedCredentials =>
    readRequestIdentity(['Cookie', `${name}=abc`, 'Authorization', value]).presentedCredentials;
  expect(readDuplicatedCookie('Bearer def')).toMatchObject({ kind: 'header', token: 'def' });
  expect(readDuplicatedCookie('Basic YTpi')).toMatchObject({ kind: 'cookies' });
  expect(readRequestIdentity(['Authorization', 'a', 'authorization', 'a']).presentedCredentials).toEqual({
    kind: 'unusable',
  });
});

it('reads the theme and the state of a sign-in by OpenID', () => {
  const readTheme = (cookie: string) => readRequestIdentity(['cookie', cookie]).theme;
  expect(readTheme('a=1; theme=dark; b=2')).toBe('dark');
  expect(readTheme('theme=light')).toBe('light');
  for (const cookie of ['', 'theme=', 'theme=blue', 'theme=darker', 'mytheme=dark', '\xa0theme=dark']) {
    expect(readTheme(cookie)).toBeUndefined();
  }
  const readOpenidStates = (cookie: string) => [...readRequestIdentity(['cookie', cookie]).openidStates];
  expect(readOpenidStates('carhouse.openid_state=abc')).toEqual([['carhouse.openid_state', 'abc']]);
  expect(readOpenidStates('carhouse.openid_state=abc; carhouse.openid_state=def')).toEqual([]);
});
