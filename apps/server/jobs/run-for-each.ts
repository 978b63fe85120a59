import { isDomainError } from '@carhouse/domain/errors/domain-error';
import type { Logger } from 'pino';

/** A run ends after the provider has not responded for this number of consecutive items. */
const silentCountMaximum = 3;

/** The records that one run of a job handles, such as the payouts that are due. */
export type RunForEachOptions<Item> = {
  readonly items: readonly Item[];
  readonly run: (item: Item) => Promise<unknown>;
  /** Postpones an item whose run has failed, so that the item does not delay the other items of the next run. */
  readonly postpone: (item: Item) => Promise<unknown>;
  /** The message of the log when the run of an item fails. */
  readonly failureMessage: string;
};

/**
 * Runs items that need the payment provider, one after the other. An item that fails is postponed. The run ends when
 * the provider has not responded for three consecutive items, because the provider then counts as unavailable.
 * @returns the number of items that were tried, and whether the provider counts as unavailable.
 */
export async function runUntilProviderSilent<Item>(
  log: Logger,
  { items, run, postpone, failureMessage }: RunForEachOptions<Item>,
): Promise<{ readonly triedCount: number; readonly isProviderSilent: boolean }> {
  let triedCount = 0;
  let consecutiveSilentCount = 0;
  for (const item of items) {
    triedCount += 1;
    try {
      await run(item);
      consecutiveSilentCount = 0;
    } catch (error) {
      log.warn({ err: error, item }, failureMessage);
      consecutiveSilentCount = isDomainError(error, 'PAYMENT_PROVIDER_UNAVAILABLE') ? consecutiveSilentCount + 1 : 0;
      await postpone(item).catch((postponeError: unknown) =>
        log.warn({ err: postponeError, item }, 'an item could not be postponed'),
      );
    }
    if (consecutiveSilentCount >= silentCountMaximum) return { triedCount, isProviderSilent: true };
  }
  return { triedCount, isProviderSilent: false };
}

/**
 * Runs items one after the other. An item that fails does not delay the others.
 * @throws the error of the last item that failed, after all were tried.
 */
export async function runForEach<Item>(
  log: Logger,
  { items, run, failureMessage }: Omit<RunForEachOptions<Item>, 'postpone'>,
): Promise<void> {
  let lastError: Error | undefined;
  for (const item of items) {
    try {
      await run(item);
    } catch (error) {
      log.error({ err: error, item }, failureMessage);
      lastError = error instanceof Error ? error : new Error(String(error));
    }
  }
  if (lastError !== undefined) throw lastError;
}
