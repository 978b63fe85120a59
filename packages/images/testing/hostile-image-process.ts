// Runs image-process.ts and falsifies its answers, as a decoder would that a hostile image has taken over. The environment
// of the process is fixed, so the first byte of the bytes that follow the image chooses the falsification.
type PreparedAnswer = {
  readonly kind: string;
  readonly image: { readonly key: string; readonly variants: readonly { readonly bytes: Uint8Array }[] };
};

export const falsifications: readonly ((answer: PreparedAnswer) => unknown)[] = [
  (answer) => answer,
  () => 'prepared',
  (answer) => ({ ...answer, sellerId: 'another' }),
  (answer) => ({ ...answer, kind: 'avif' }),
  (answer) => ({ ...answer, image: { ...answer.image, key: '../../../secrets/session' } }),
  (answer) => ({ ...answer, image: { ...answer.image, key: 'a'.repeat(40) } }),
  (answer) => ({ ...answer, image: { ...answer.image, width: 1e9 } }),
  (answer) => ({ ...answer, image: { ...answer.image, differenceHash: '0; DROP TABLE listing' } }),
  (answer) => ({ ...answer, image: { ...answer.image, variants: [] } }),
  (answer) => ({
    ...answer,
    image: { ...answer.image, variants: answer.image.variants.map((variant) => ({ ...variant, width: '../480' })) },
  }),
];

// The tests import the list from this module.
if (process.argv[1] === import.meta.filename) {
  const realSend = process.send?.bind(process);
  let falsify: (typeof falsifications)[number] | undefined;
  process.on('message', ({ bytes }: { readonly bytes: Uint8Array }) => {
    falsify = falsifications[bytes.at(-1) ?? 0];
  });
  process.send = (answer: PreparedAnswer) =>
    realSend?.(answer.kind === 'prepare' ? falsify?.(answer) : answer) ?? false;
  await import('../image-process.ts');
}
