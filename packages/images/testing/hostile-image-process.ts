// A hostile replacement for packages/images/image-process.ts in tests, as if an image had taken the decoder over. The first
// byte of the image says which answer this process gives.
import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { messageDescriptor, readMessages, writeMessage } from '../message-pipe.ts';

const server = new Socket({ fd: messageDescriptor, readable: true, writable: true });
server.on('error', () => process.exit(0)).on('close', () => process.exit(0));

const bytes = Buffer.from('file');
const key = createHash('sha256').update(bytes).digest('hex').slice(0, 40);
const variant = { width: 480, format: 'webp', bytes };
const image = { key, width: 100, height: 100, variants: [variant] as object[], differenceHash: null as unknown };
const validAnswer = { kind: 'prepare', image };
const answerWithImage = (imageOverrides: object) => ({ kind: 'prepare', image: { ...image, ...imageOverrides } });

const answers: readonly unknown[] = [
  validAnswer,
  null,
  { kind: 'avif', variants: [{ ...variant, format: 'avif' }] },
  { ...validAnswer, seller: 'x' },
  answerWithImage({ key: '0'.repeat(40) }),
  answerWithImage({ key: '../../etc/passwd' }),
  answerWithImage({ width: 100_000 }),
  answerWithImage({ height: 0 }),
  answerWithImage({ variants: [] }),
  answerWithImage({ variants: [variant, variant] }),
  answerWithImage({ variants: [{ ...variant, width: 960 }] }),
  answerWithImage({ variants: [{ ...variant, format: 'svg' }] }),
  answerWithImage({ variants: [{ ...variant, bytes: 'file' }] }),
  answerWithImage({ variants: [{ ...variant, bytes: Buffer.alloc(17 * 1024 * 1024) }] }),
  answerWithImage({ differenceHash: '2'.repeat(64) }),
  { kind: 'refused', reason: 'x'.repeat(501) },
];

readMessages(server, {
  messageBytesMaximum: Number.POSITIVE_INFINITY,
  onInvalid: () => process.exit(1),
  onMessage(message) {
    const [place = 0] = (message as { readonly bytes: Uint8Array }).bytes;
    if (place === 254) writeSync(messageDescriptor, Buffer.from([255, 255, 255, 127]));
    else if (place === 255) writeSync(messageDescriptor, Buffer.from([4, 0, 0, 0, 1, 2, 3, 4]));
    else writeMessage(server, answers[place]);
    if (place === 0) writeMessage(server, validAnswer);
  },
});
