// Runs apps/server/imports/import-process.ts and falsifies its messages, as a process would that a hostile file has taken
// over. The name of the file chooses the falsification, because the process gets no environment variables.
import type { ImportProcessStart } from '../imports/import-task.ts';

type Message = { readonly kind: string } & Readonly<Record<string, unknown>>;

/** By the name of a file: the kind of the messages that are replaced, and their replacement. */
const falsifications: Readonly<Record<string, readonly [string, (message: Message) => unknown]>> = {
  'text.csv': ['examined', () => 'examined'],
  'result-of-another-work.csv': [
    'examined',
    () => ({
      kind: 'read',
      result: { imported: 1, updated: 0, unchanged: 0, rejected: 0, reasons: [], brandsAdded: [], gone: 0 },
      holdsImages: false,
    }),
  ],
  'unknown-field.csv': [
    'examined',
    (message) => ({ ...message, mapping: withField(message.mapping as never, '__proto__') }),
  ],
  'long-preview.csv': [
    'examined',
    (message) => ({
      ...message,
      head: { header: ['Car'], sample: [{ line: 2, cells: ['a'.repeat(100_001), 'a'.repeat(100_000)] }] },
    }),
  ],
  'card-number.csv': [
    'examined',
    (message) => ({ ...message, head: { header: ['Car'], sample: [{ line: 2, cells: ['4242 4242 4242 4242'] }] } }),
  ],
  'further-key.csv': ['read', (message) => ({ ...message, sellerId: 'another' })],
  'negative.csv': ['read', (message) => ({ ...message, result: { ...(message.result as object), imported: -1 } })],
  'long-reason.csv': [
    'read',
    (message) => ({
      ...message,
      result: { ...(message.result as object), reasons: [{ reason: 'a'.repeat(301), rows: 1 }] },
    }),
  ],
  'digest.zip': ['find-image', (message) => ({ ...message, image: { found: 'image', digest: '../../secrets' } })],
  'large-photo.zip': ['send-image', (message) => ({ ...message, bytes: new Uint8Array(30 * 1024 * 1024) })],
};

function withField(mapping: { readonly columns: readonly object[] }, field: string): object {
  return { ...mapping, columns: mapping.columns.map((column) => ({ ...column, field })) };
}

const realSend = process.send?.bind(process);
process.once('message', ({ task }: ImportProcessStart) => {
  const [kind, falsify] = falsifications[task.fileName] ?? [];
  process.send = (message: Message) => realSend?.(message.kind === kind ? falsify?.(message) : message) ?? false;
});
await import('../imports/import-process.ts');
