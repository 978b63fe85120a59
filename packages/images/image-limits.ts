/**
 * Limits of docs/reliability.md: the size of one image, and the resources of the process that decodes it. `residentBytes`: an image of the most
 * pixels needs half of it. `heapBytes`: the heap of JavaScript. `seconds` also pass while other processes have the processor, so they
 * are the limit of a decoder that hangs; the CPU seconds are that of one that computes too much.
 */
export const imageLimits = {
  pixels: 40_000_000,
  seconds: 30,
  cpuSeconds: 20,
  residentBytes: 1024 ** 3,
  heapBytes: 256 * 1024 ** 2,
} as const;
