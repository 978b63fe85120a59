import { countedNetworks } from '@carhouse/domain/limits/wide-network';

/** Counts what client networks have open at a moment, such as connections. A wide network has a multiple of the share of one. */
export class OpenCounts {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** @param bucket as `addressBucket` gives it. @returns ends the count; undefined, and nothing is counted, beyond the share. */
  begin(bucket: string): (() => void) | undefined {
    const networks = countedNetworks(bucket);
    if (networks.some(({ subject, factor }) => this.#of(subject) >= this.#most * factor)) return undefined;
    for (const { subject } of networks) this.#open.set(subject, this.#of(subject) + 1);
    return () => {
      for (const { subject } of networks) {
        const left = this.#of(subject) - 1;
        if (left <= 0) this.#open.delete(subject);
        else this.#open.set(subject, left);
      }
    };
  }

  /** Number of open items over all networks. */
  get total(): number {
    return [...this.#open].reduce((sum, [subject, count]) => (subject.endsWith('/48') ? sum : sum + count), 0);
  }

  #of(subject: string): number {
    return this.#open.get(subject) ?? 0;
  }
}
