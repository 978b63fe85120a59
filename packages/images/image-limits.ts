/**
 * Limits of docs/reliability.md: the size of one image, and the resources of the process that decodes it. `residentBytes`: an image of the most
 * pixels needs half of it. `heapMegabytes`: the heap of JavaScript.
 */
export const imageLimits = {
  pixels: 40_000_000,
  seconds: 10,
  cpuSeconds: 20,
  residentBytes: 1024 ** 3,
  heapBytes: 256 * 1024 ** 2,
} as const;
