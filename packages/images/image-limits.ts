/**
 * Limits from docs/reliability.md: the size of one image, and the resources of the process that decodes it. An image
 * with the maximum number of pixels needs half of `residentBytes`. `heapBytes` is the heap of JavaScript. `seconds`
 * limits the time of a decoder that hangs; this time also passes while other processes use the processor. `cpuSeconds`
 * limits the processor time of a decoder. `variantBytes` limits one file that the process encodes, and `answerBytes`
 * all files of its answer.
 */
export const imageLimits = {
  pixels: 40_000_000,
  seconds: 30,
  cpuSeconds: 20,
  residentBytes: 1024 ** 3,
  heapBytes: 256 * 1024 ** 2,
  variantBytes: 16 * 1024 ** 2,
  answerBytes: 40 * 1024 ** 2,
} as const;
