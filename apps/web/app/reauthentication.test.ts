import type { User } from '@carhouse/contract/accounts';
import { ApiError, type Client } from '@carhouse/contract/client';
import { proveFactor } from '@carhouse/contract/factors';
import { askEmailConfirmation, confirmSession } from '@carhouse/contract/passwords';
import { ownSessions } from '@carhouse/contract/sessions';
import { afterEach, describe, expect, it } from 'vitest';
import { createReauthenticatingClient, rememberUser, requestReauthentication } from './reauthentication.ts';

const postingCall = askEmailConfirmation;
const readingCall = ownSessions;

const endedSessionError = new ApiError(401, 'UNAUTHENTICATED', 'Please log in.');
const oldSignInError = new ApiError(403, 'RECENT_SIGN_IN_REQUIRED', 'Please sign in again.');

/** Makes a client whose first calls fail with these errors. */
function makeRefusingClient(...refusals: ApiError[]) {
  const sentPaths: string[] = [];
  const client = (async ({ path }: { path: string }) => {
    sentPaths.push(path);
    const refusal = refusals[sentPaths.length - 1];
    if (refusal !== undefined) throw refusal;
    return {};
  }) as unknown as Client;
  return { client, sent: sentPaths };
}

describe('a change after the end of the session', () => {
  it('is sent once more when the user has signed in again', async () => {
    const { client, sent: sentPaths } = makeRefusingClient(endedSessionError);
    const openedDialogs: unknown[] = [];
    const clientOfReturningUser = createReauthenticatingClient(client, async (...args) => {
      openedDialogs.push(args);
      return 'back';
    });
    await expect(clientOfReturningUser(postingCall)).resolves.toEqual({});
    expect(sentPaths).toHaveLength(2);
    expect(openedDialogs).toEqual([['session-ended', true]]);
  });

  it('is not sent a third time', async () => {
    const { client, sent: sentPaths } = makeRefusingClient(endedSessionError, endedSessionError, endedSessionError);
    await expect(createReauthenticatingClient(client, async () => 'back')(postingCall)).rejects.toBe(endedSessionError);
    expect(sentPaths).toHaveLength(2);
  });

  it('is not sent again when the user does not sign in', async () => {
    const { client, sent: sentPaths } = makeRefusingClient(endedSessionError);
    await expect(createReauthenticatingClient(client, async () => 'left')(postingCall)).rejects.toBe(endedSessionError);
    expect(sentPaths).toHaveLength(1);
  });
});

describe('a call that requires a recent sign-in', () => {
  it('is sent once more after the sign-in, also when the call only reads', async () => {
    const { client, sent: sentPaths } = makeRefusingClient(oldSignInError);
    await createReauthenticatingClient(client, async () => 'back')(readingCall);
    expect(sentPaths).toHaveLength(2);
  });

  it('opens no dialog when it is the call that confirms the password', async () => {
    const { client } = makeRefusingClient(oldSignInError);
    const clientOfReturningUser = createReauthenticatingClient(client, () => expect.unreachable());
    await expect(clientOfReturningUser(confirmSession, { body: { password: '' } })).rejects.toBe(oldSignInError);
  });
});

describe('a change that requires a proof of a second factor', () => {
  const factorUnprovedError = new ApiError(403, 'SECOND_FACTOR_PROOF_REQUIRED', 'Please confirm.');

  it('is sent once more after the proof, also when a sign-in was required before', async () => {
    const { client, sent: sentPaths } = makeRefusingClient(oldSignInError, factorUnprovedError);
    const openedDialogs: unknown[] = [];
    const clientOfProvingUser = createReauthenticatingClient(client, async (reason) => {
      openedDialogs.push(reason);
      return 'back';
    });
    await expect(clientOfProvingUser(postingCall)).resolves.toEqual({});
    expect(openedDialogs).toEqual(['not-recent', 'factor-unproved']);
    expect(sentPaths).toHaveLength(3);
  });

  it('asks for the proof at most once', async () => {
    const { client, sent: sentPaths } = makeRefusingClient(
      factorUnprovedError,
      factorUnprovedError,
      factorUnprovedError,
    );
    await expect(createReauthenticatingClient(client, async () => 'back')(postingCall)).rejects.toBe(
      factorUnprovedError,
    );
    expect(sentPaths).toHaveLength(2);
  });

  it('opens no dialog when it is a call that gives the proof', async () => {
    const { client } = makeRefusingClient(endedSessionError);
    const clientOfProvingUser = createReauthenticatingClient(client, () => expect.unreachable());
    await expect(clientOfProvingUser(proveFactor, { body: { code: '000000' } })).rejects.toBe(endedSessionError);
  });
});

describe('other refusals', () => {
  it.each([
    [readingCall, endedSessionError],
    [postingCall, new ApiError(401, 'INVALID_CREDENTIALS', 'no')],
    [postingCall, new ApiError(403, 'NOT_YOURS', 'no')],
    [postingCall, new ApiError(0, 'NETWORK', 'no')],
  ])('open no dialog: %#', async (endpoint, refusal) => {
    const { client, sent: sentPaths } = makeRefusingClient(refusal);
    await expect(createReauthenticatingClient(client, () => expect.unreachable())(endpoint)).rejects.toBe(refusal);
    expect(sentPaths).toHaveLength(1);
  });
});

describe('the dialog for signing in again', () => {
  afterEach(() => rememberUser(null));

  it('is not opened for visitors', async () => {
    await expect(requestReauthentication('session-ended', true)).resolves.toBe('left');
  });

  it('is opened once for all calls that fail at the same time', async () => {
    rememberUser({ _id: '1', name: 'Buyer One', email: 'b@people.example' } as User);
    const [firstAnswer, secondAnswer] = [
      requestReauthentication('session-ended', true),
      requestReauthentication('session-ended', true),
    ];
    expect(firstAnswer).toBe(secondAnswer);
  });
});
