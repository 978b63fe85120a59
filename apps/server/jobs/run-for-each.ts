import { isDomainError } from '@carhouse/domain/errors/domain-error';
import type { Logger } from 'pino';

/** Number of consecutive failures because the provider did not respond, after which a run ends. */
const silentCountMaximum = 3;

/** The records that one run of a job handles, such as the payouts that are due. */
export type JobItems<Item> = {
  readonly items: readonly Item[];
  readonly run: (item: Item) => Promise<unknown>;
  /** Lets an item wait whose run has failed, so that it does not delay the others of the next run. */
  readonly postpone: (item: Item) => Promise<unknown>;
  /** The message of the log when the run of an item fails. */
  readonly failure: string;
};

/**
 * Runs items one after the other that need the payment provider. An item that fails is postponed. The run ends after three
 * consecutive items for which the provider did not respond, because it then counts as unavailable.
 * @returns the number of items that were tried, and whether the provider counts as unavailable.
 */
export async function runUntilProviderSilent<Item>(
  log: Logger,
  { items, run, postpone, failure }: JobItems<Item>,
): Promise<{ readonly triedCount: number; readonly isProviderSilent: boolean }> {
  let triedCount = 0;
  let silentItemCount = 0;
  for (const item of items) {
    triedCount += 1;
    try {
      await run(item);
      silentItemCount = 0;
    } catch (error) {
      log.warn({ err: error, item }, failure);
      silentItemCount = isDomainError(error, 'PAYMENT_PROVIDER_UNAVAILABLE') ? silentItemCount + 1 : 0;
      await postpone(item).catch((postponeError: unknown) =>
        log.warn({ err: postponeError, item }, 'an item could not be postponed'),
      );
    }
    if (silentItemCount >= silentCountMaximum) return { triedCount, isProviderSilent: true };
  }
  return { triedCount, isProviderSilent: false };
}

/**
 * Runs items one after the other. An item that fails does not delay the others.
 * @throws the error of the last item that failed, after all were tried.
 */
export async function runForEach<Item>(
  log: Logger,
  { items, run, failure }: Omit<JobItems<Item>, 'postpone'>,
): Promise<void> {
  let lastError: Error | undefined;
  for (const item of items) {
    try {
      await run(item);
    } catch (error) {
      log.error({ err: error, item }, failure);
      lastError = error instanceof Error ? error : new Error(String(error));
    }
  }
  if (lastError !== undefined) throw lastError;
}
