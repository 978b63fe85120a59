// A hostile replacement for apps/server/imports/import-process.ts in tests, as if a dealer's file had taken the process
// over. The name of the dealer's file says which messages the process sends. This process does not save rows; tests let the real process save
// them.
import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { messageDescriptor, readMessages, writeMessage } from '@carhouse/images/message-pipe';

type ReceivedMessage = {
  readonly task?: { readonly fileName: string };
  readonly kind?: string;
  readonly imageReference?: string;
};

const bytesPerMegabyte = 1024 * 1024;
const server = new Socket({ fd: messageDescriptor, readable: true, writable: true });
server.on('error', () => process.exit(0)).on('close', () => process.exit(0));
const sendMessage = (message: unknown): void => writeMessage(server, message);
const hashSha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const counts = { imported: 0, updated: 0, unchanged: 1, rejected: 0 };
const result = { ...counts, reasons: [] as object[], brandsAdded: [] as string[], gone: 0 as unknown };
const resultMessage = { kind: 'read', result, holdsImages: true };
const mapping = {
  name: 'guessed',
  about: '',
  columns: [{ header: ['a'], field: 'title' }] as object[],
  leftOut: [] as string[],
  defaultLocation: null,
  impliedFuel: null,
  money: null as unknown,
};
const examinedMessage = {
  kind: 'examined',
  head: { header: ['a'], sample: [{ line: 2, cells: ['x'] }] as object[] },
  mapping: { mapping, columns: [{ header: 'a', field: 'title', confidence: 1 }] as object[], doubts: [] as string[] },
};
const makeExaminedMessageWithHead = (changedHead: object) => ({
  ...examinedMessage,
  head: { ...examinedMessage.head, ...changedHead },
});
const makeExaminedMessageWithMapping = (mappingChange: object) => ({
  ...examinedMessage,
  mapping: { ...examinedMessage.mapping, mapping: { ...mapping, ...mappingChange } },
});
const makeChangedResultMessage = (resultChange: object) => ({
  ...resultMessage,
  result: { ...result, ...resultChange },
});

/** What the process answers to its task, by the name of the file. */
const answers: Readonly<Record<string, () => unknown>> = {
  // With `examinedMessage` and `resultMessage` the process answers as it should. Each other message differs from
  // `examinedMessage` or `resultMessage` in one place.
  'valid columns': () => examinedMessage,
  'valid result': () => resultMessage,
  nothing: () => null,
  text: () => 'read',
  'unknown kind': () => ({ kind: 'done' }),
  'kind of Node': () => ({ cmd: 'NODE_HANDLE_ACK' }),
  'further field': () => ({ ...resultMessage, seller: 'x' }),
  'column beyond the number': () => makeExaminedMessageWithHead({ header: Array.from({ length: 301 }, () => 'a') }),
  'long name of a column': () => makeExaminedMessageWithHead({ header: ['a'.repeat(501)] }),
  'row beyond the number': () =>
    makeExaminedMessageWithHead({ sample: Array.from({ length: 21 }, () => ({ line: 2, cells: ['x'] })) }),
  'long rows': () =>
    makeExaminedMessageWithHead({ sample: [{ line: 2, cells: ['x'.repeat(150_000), 'x'.repeat(150_000)] }] }),
  'line below one': () => makeExaminedMessageWithHead({ sample: [{ line: 0, cells: ['x'] }] }),
  'text with NUL': () => makeExaminedMessageWithHead({ header: ['a\0'] }),
  'field that is none': () => makeExaminedMessageWithMapping({ columns: [{ header: ['a'], field: 'seller' }] }),
  'reader of another field': () =>
    makeExaminedMessageWithMapping({ columns: [{ header: ['a'], field: 'title', as: 'miles' }] }),
  'field twice': () => makeExaminedMessageWithMapping({ columns: mapping.columns.concat(mapping.columns) }),
  'currency that is none': () => makeExaminedMessageWithMapping({ money: { currency: 'dollars', rate: 1 } }),
  'rate below zero': () => makeExaminedMessageWithMapping({ money: { currency: 'USD', rate: -1 } }),
  'confidence above one': () => ({
    ...examinedMessage,
    mapping: { ...examinedMessage.mapping, columns: [{ header: 'a', field: 'title', confidence: 2 }] },
  }),
  'long sentence': () => ({ ...examinedMessage, mapping: { ...examinedMessage.mapping, doubts: ['x'.repeat(501)] } }),
  'count below zero': () => makeChangedResultMessage({ imported: -1 }),
  'count of a part': () => makeChangedResultMessage({ imported: 0.5 }),
  'more rows than a list has': () => makeChangedResultMessage({ imported: 150_000, updated: 150_000 }),
  'reason beyond the number': () =>
    makeChangedResultMessage({ reasons: Array.from({ length: 202 }, () => ({ reason: 'x', rows: 1 })) }),
  'long reason': () => makeChangedResultMessage({ reasons: [{ reason: 'x'.repeat(301), rows: 1 }] }),
  'photos that it counted': () => makeChangedResultMessage({ pictures: { taken: 1, missing: 0 } }),
  'long brand': () => makeChangedResultMessage({ brandsAdded: ['x'.repeat(121)] }),
  'gone that is no number': () => makeChangedResultMessage({ gone: 'all' }),
  'fault of the server': () => ({ kind: 'fault', code: 'STOPPED_BY_ADMIN', message: 'x' }),
  'long fault': () => ({ kind: 'fault', code: 'UNREADABLE', message: 'x'.repeat(501) }),
  'long failure': () => ({ kind: 'failed', message: 'x'.repeat(501) }),
  'long message': () => ({ ...resultMessage, filler: Buffer.alloc(8 * bytesPerMegabyte) }),
};

/** What the process answers to a request for a photo. */
const photoAnswerMakers: Readonly<Record<string, (request: ReceivedMessage, bytes: Uint8Array) => unknown>> = {
  'valid result': (request, bytes) =>
    request.kind === 'find-image' ? makeFoundAnswer(request, bytes) : { ...request, bytes },
  'photo of another name': ({ kind }, bytes) => ({
    kind,
    imageReference: 'x',
    image: { found: 'image', digest: hashSha256(bytes) },
  }),
  'photo without digest': ({ kind, imageReference }) => ({
    kind,
    imageReference,
    image: { found: 'image', digest: 'x' },
  }),
  'photo as a second result': () => resultMessage,
  'photo without bytes': (request, bytes) =>
    request.kind === 'find-image' ? makeFoundAnswer(request, bytes) : { ...request, bytes: Buffer.alloc(0) },
  'photo as text': (request, bytes) =>
    request.kind === 'find-image' ? makeFoundAnswer(request, bytes) : { ...request, bytes: 'x' },
  'photo beyond its size': (request, bytes) =>
    request.kind === 'find-image'
      ? makeFoundAnswer(request, bytes)
      : { ...request, bytes: Buffer.alloc(5 * bytesPerMegabyte + 1) },
  'photo of another digest': (request, bytes) =>
    request.kind === 'find-image' ? makeFoundAnswer(request, Buffer.from('other')) : { ...request, bytes },
};
const makeFoundAnswer = ({ kind, imageReference }: ReceivedMessage, bytes: Uint8Array) => ({
  kind,
  imageReference,
  image: { found: 'image', digest: hashSha256(bytes) },
});

let faultName = '';
readMessages(server, {
  messageBytesMaximum: Number.POSITIVE_INFINITY,
  onInvalid: () => process.exit(1),
  onMessage(message) {
    const receivedMessage = message as ReceivedMessage;
    if (receivedMessage.task === undefined)
      return sendMessage(photoAnswerMakers[faultName]?.(receivedMessage, Buffer.from('photo')));
    faultName = receivedMessage.task.fileName.replace(/\.\w+$/, '');
    if (faultName === 'bytes that are no message') writeSync(messageDescriptor, Buffer.from([4, 0, 0, 0, 1, 2, 3, 4]));
    else if (faultName === 'length of gigabytes') writeSync(messageDescriptor, Buffer.from([255, 255, 255, 127]));
    else sendMessage((answers[faultName] ?? (() => resultMessage))());
    if (faultName === 'result twice') sendMessage(resultMessage);
  },
});
