import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The ways in which a response differs from that of a correct device. */
export type Tampering = {
  readonly origin?: string;
  readonly host?: string;
  readonly userVerified?: boolean;
  readonly challenge?: string;
  readonly format?: string;
  /** The key to sign with instead of the device's key. */
  readonly key?: KeyObject;
};

type PasskeyOptions = { readonly challenge: string };

/** A passkey in the memory of a test, which behaves like a browser with a device (WebAuthn, ES256). */
export type SoftPasskey = {
  readonly id: string;
  /** The response to the options for a new passkey. */
  create(options: PasskeyOptions, tampering?: Tampering): object;
  /** The response to the options for a sign-in. */
  get(options: PasskeyOptions, tampering?: Tampering): object;
};

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

export function createSoftPasskey(origin: string): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let signatureCount = 0;

  const makeClientData = (type: string, { challenge }: PasskeyOptions, tampering: Tampering): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: tampering.challenge ?? challenge,
        origin: tampering.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const makeDeviceData = (extraFlags: number, attestedCredential: Buffer, tampering: Tampering): Buffer => {
    const host = createHash('sha256')
      .update(tampering.host ?? new URL(origin).hostname)
      .digest();
    signatureCount += 1;
    const counterBytes = Buffer.alloc(4);
    counterBytes.writeUInt32BE(signatureCount);
    const verifiedFlag = tampering.userVerified === false ? 0 : flags.verified;
    return Buffer.concat([
      host,
      Buffer.of(flags.present | verifiedFlag | extraFlags),
      counterBytes,
      attestedCredential,
    ]);
  };
  const answer = (response: object): object => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    id,
    create: (options, tampering = {}) => {
      const idLengthBytes = Buffer.alloc(2);
      idLengthBytes.writeUInt16BE(credentialId.length);
      const attestedCredential = Buffer.concat([
        Buffer.alloc(16),
        idLengthBytes,
        credentialId,
        encodeCoseKey(publicKey),
      ]);
      const authData = makeDeviceData(flags.attested, attestedCredential, tampering);
      return answer({
        clientDataJSON: makeClientData('webauthn.create', options, tampering).toString('base64url'),
        attestationObject: encodeAttestation(tampering.format ?? 'none', authData).toString('base64url'),
        transports: ['internal', 'hybrid', 'carrier-pigeon'],
      });
    },
    get: (options, tampering = {}) => {
      const data = makeClientData('webauthn.get', options, tampering);
      const authData = makeDeviceData(0, Buffer.alloc(0), tampering);
      const signedBytes = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
      return answer({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signedBytes, tampering.key ?? privateKey).toString('base64url'),
      });
    },
  };
}

/** Encodes an ES256 key in CBOR (RFC 9053): `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`. */
function encodeCoseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const encodeCoordinate = (coordinateText: string) =>
    Buffer.concat([Buffer.of(0x58, 0x20), Buffer.from(coordinateText, 'base64url')]);
  return Buffer.concat([
    Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
    encodeCoordinate(x),
    Buffer.of(0x22),
    encodeCoordinate(y),
  ]);
}

/** Encodes an attestation in CBOR: `{fmt, attStmt: {}, authData}`. */
function encodeAttestation(format: string, authData: Buffer): Buffer {
  const encodeCborText = (plainText: string) =>
    Buffer.concat([Buffer.of(0x60 + plainText.length), Buffer.from(plainText)]);
  const idLengthBytes = Buffer.alloc(2);
  idLengthBytes.writeUInt16BE(authData.length);
  return Buffer.concat([
    Buffer.of(0xa3),
    encodeCborText('fmt'),
    encodeCborText(format),
    encodeCborText('attStmt'),
    Buffer.of(0xa0),
    encodeCborText('authData'),
    Buffer.of(0x59),
    idLengthBytes,
    authData,
  ]);
}
