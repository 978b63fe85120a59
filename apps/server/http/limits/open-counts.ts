import { listCountedNetworks } from '@carhouse/domain/limits/wide-network';

/**
 * Counts the open items of each client network, such as connections. A wide network may have several times as many open
 * items as a single network.
 */
export class ConcurrencyCounts {
  readonly #countMaximum: number;
  readonly #countBySubject = new Map<string, number>();

  constructor(countMaximum: number) {
    this.#countMaximum = countMaximum;
  }

  /**
   * @param bucket the network, as `findAddressBucket` returns it.
   * @returns a function that ends the count; undefined when the network has reached its limit, and then nothing is counted.
   */
  startCounting(bucket: string): (() => void) | undefined {
    const networks = listCountedNetworks(bucket);
    if (networks.some(({ subject, limitFactor }) => this.#countOpen(subject) >= this.#countMaximum * limitFactor))
      return undefined;
    for (const { subject } of networks) this.#countBySubject.set(subject, this.#countOpen(subject) + 1);
    return () => {
      for (const { subject } of networks) {
        const remainingCount = this.#countOpen(subject) - 1;
        if (remainingCount <= 0) this.#countBySubject.delete(subject);
        else this.#countBySubject.set(subject, remainingCount);
      }
    };
  }

  /** Number of open items of all networks together. */
  get total(): number {
    return [...this.#countBySubject].reduce(
      (sum, [subject, count]) => (subject.endsWith('/48') ? sum : sum + count),
      0,
    );
  }

  #countOpen(subject: string): number {
    return this.#countBySubject.get(subject) ?? 0;
  }
}
