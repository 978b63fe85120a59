import { isIP } from 'node:net';
import type { Passkey } from '@carhouse/database/accounts/passkeys';
import type { AccountId } from '@carhouse/domain/account/account';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import {
  type AcceptedChallenge,
  type ChallengePurpose,
  generateChallenge,
  readChallenge,
} from './passkey-challenges.ts';

export type PasskeySettings = { readonly secret: string; readonly baseUrl: string; readonly now: () => Date };

export type NewPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'signCount' | 'transports'>;

export type PasskeyCeremonies = {
  /**
   * Whether browsers support passkeys for the host of this server. Browsers do not support passkeys for IP addresses.
   */
  readonly arePasskeysPossible: boolean;
  getCreationOptions(person: PasskeyPerson, sessionId: string): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** Verifies the browser's response to `getCreationOptions`. Returns undefined when the response is invalid. */
  readNewPasskey(response: unknown, sessionId: string): Promise<(NewPasskey & ChallengeField) | undefined>;
  getSignInOptions(
    purpose: ChallengePurpose,
    allowedPasskeys: readonly Passkey[],
  ): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** Verifies an assertion against the passkeys of the account. Returns undefined when the assertion is invalid. */
  readSignIn(
    response: unknown,
    purpose: ChallengePurpose,
    passkeys: readonly Passkey[],
  ): Promise<(ChallengeField & { readonly passkey: Passkey; readonly signCount: number }) | undefined>;
};

type ChallengeField = { readonly challenge: AcceptedChallenge };

export type PasskeyPerson = {
  readonly accountId: AccountId;
  readonly email: string;
  readonly name: string;
  readonly passkeys: readonly Passkey[];
};

const minuteMs = 60_000;
/** The COSE numbers of EdDSA, ES256 and RS256. */
const acceptedAlgorithms = [-8, -7, -257];

/**
 * Creates the WebAuthn functions for the origin and the host of the public URL. The user's device always verifies its
 * owner (fingerprint, face or PIN), so a passkey counts as two factors. The server does not ask which model the device
 * is (attestation "none").
 */
export function createPasskeyCeremonies({ secret, baseUrl, now }: PasskeySettings): PasskeyCeremonies {
  const { hostname, origin, protocol } = new URL(baseUrl);
  const isLocalhost = hostname === 'localhost' || hostname.endsWith('.localhost');
  const arePasskeysPossible = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && (protocol === 'https:' || isLocalhost);
  const relyingParty = { rpID: hostname, rpName: 'Car House' };

  /**
   * Returns settings for the WebAuthn library (`librarySettings`) and an object (`receiver`). With the
   * settings, the library accepts each challenge that this server signed for the purpose, and the accepted challenge is
   * stored in the object.
   */
  function expectChallenge(purpose: ChallengePurpose) {
    const challengeReceiver: { challenge?: AcceptedChallenge | undefined } = {};
    const checkChallenge = (text: string): boolean => {
      challengeReceiver.challenge = readChallenge(secret, purpose, text, now());
      return challengeReceiver.challenge !== undefined;
    };
    return {
      seen: challengeReceiver,
      given: { expectedChallenge: checkChallenge, expectedOrigin: origin, expectedRPID: hostname },
    };
  }

  return {
    arePasskeysPossible,

    getCreationOptions: async (person, sessionId) => {
      const { generateRegistrationOptions } = await loadWebauthn();
      return generateRegistrationOptions({
        ...relyingParty,
        userName: person.email,
        userDisplayName: person.name,
        userID: makeUserHandle(person.accountId),
        challenge: generateChallenge(secret, { kind: 'add passkey', subject: sessionId }, now()),
        timeout: 5 * minuteMs,
        attestationType: 'none',
        excludeCredentials: person.passkeys.map(makePasskeyDescriptor),
        supportedAlgorithmIDs: acceptedAlgorithms,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },

    readNewPasskey: async (response, sessionId) => {
      if (!hasCredentialShape(response)) return undefined;
      const { verifyRegistrationResponse } = await loadWebauthn();
      const { seen: challengeReceiver, given: verificationSettings } = expectChallenge({
        kind: 'add passkey',
        subject: sessionId,
      });
      const registration = response as unknown as RegistrationResponseJSON;
      if (!(await isPlainAttestation(registration.response.attestationObject))) return undefined;
      const verifiedRegistration = await verifyRegistrationResponse({
        response: registration,
        ...verificationSettings,
        requireUserVerification: true,
        supportedAlgorithmIDs: acceptedAlgorithms,
      }).catch(() => undefined);
      if (verifiedRegistration?.verified !== true || challengeReceiver.challenge === undefined) return undefined;
      const { id, publicKey, counter } = verifiedRegistration.registrationInfo.credential;
      return {
        credentialId: id,
        publicKey,
        signCount: counter,
        transports: readTransports(registration.response.transports),
        challenge: challengeReceiver.challenge,
      };
    },

    getSignInOptions: async (purpose, allowedPasskeys) => {
      const { generateAuthenticationOptions } = await loadWebauthn();
      return generateAuthenticationOptions({
        rpID: hostname,
        challenge: generateChallenge(secret, purpose, now()),
        timeout: 5 * minuteMs,
        allowCredentials: allowedPasskeys.map(makePasskeyDescriptor),
        userVerification: 'required',
      });
    },

    readSignIn: async (response, purpose, passkeys) => {
      if (!hasCredentialShape(response)) return undefined;
      const passkey = passkeys.find((each) => each.credentialId === response.id);
      if (passkey === undefined) return undefined;
      const { verifyAuthenticationResponse } = await loadWebauthn();
      const { seen: challengeReceiver, given: verificationSettings } = expectChallenge(purpose);
      const verifiedSignIn = await verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        ...verificationSettings,
        requireUserVerification: true,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(passkey.publicKey),
          counter: passkey.signCount,
        },
      }).catch(() => undefined);
      if (verifiedSignIn?.verified !== true || challengeReceiver.challenge === undefined) return undefined;
      return {
        passkey,
        signCount: verifiedSignIn.authenticationInfo.newCounter,
        challenge: challengeReceiver.challenge,
      };
    },
  };
}

/** Returns the credential id of an assertion; '' when the assertion has none. */
export function readCredentialId(response: unknown): string {
  return hasCredentialShape(response) ? response.id : '';
}

/**
 * Loads the WebAuthn library at the first use of a passkey, because loading its certificate parser would delay the
 * start of the server.
 */
function loadWebauthn() {
  return import('@simplewebauthn/server');
}

function hasCredentialShape(response: unknown): response is { readonly id: string; readonly response: object } {
  if (typeof response !== 'object' || response === null || !('id' in response) || !('response' in response))
    return false;
  return (
    typeof response.id === 'string' &&
    response.id.length <= 1400 &&
    typeof response.response === 'object' &&
    response.response !== null
  );
}

/**
 * Whether an attestation has no certificate. Certificates are not requested, because the verifier would send requests
 * to the URLs in a certificate to check whether it was revoked.
 */
async function isPlainAttestation(attestationObject: unknown): Promise<boolean> {
  if (typeof attestationObject !== 'string') return false;
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
    const attestationFormat = attestation.get('fmt');
    return (
      attestationFormat === 'none' ||
      (attestationFormat === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
    );
  } catch {
    return false;
  }
}

/**
 * Returns the user id that the device stores with a passkey. The user id is the account's id, and contains no personal
 * data.
 */
function makeUserHandle(accountId: AccountId): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(accountId.replaceAll('-', ''), 'hex'));
}

const transportNames = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

function readTransports(transports: unknown): readonly string[] {
  if (!Array.isArray(transports)) return [];
  return transportNames.filter((name) => transports.includes(name));
}

function makePasskeyDescriptor(passkey: Passkey) {
  return { id: passkey.credentialId, transports: [...passkey.transports] };
}
