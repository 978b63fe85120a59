/**
 * Limits of docs/reliability.md, limits for one picture, and of the process that decodes it: bytes of its memory, which a picture of the most
 * pixels needs half of, and bytes of its JavaScript heap.
 */
export const imageLimits = {
  pixels: 40_000_000,
  seconds: 10,
  cpuSeconds: 20,
  residentBytes: 1024 ** 3,
  heapBytes: 256 * 1024 ** 2,
} as const;
