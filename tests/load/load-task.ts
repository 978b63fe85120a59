import type { SignedInUser } from '@carhouse/server/testing/many-users';
import type { Outcome } from './outcome.ts';

/** The users of the load, and the cars that they ask for. */
export type LoadData = {
  readonly origin: string;
  readonly buyers: readonly SignedInUser[];
  readonly sellers: readonly SignedInUser[];
  readonly admins: readonly SignedInUser[];
  /** Cars whose pages are read. Nobody orders the cars in `shownCars`, so these cars stay on sale. */
  readonly shownCars: readonly string[];
  /** Cars that are ordered, each once. */
  readonly carsToOrder: readonly string[];
};

export type LoadRun = {
  /** Mean number of arrivals in a second. */
  readonly rate: number;
  readonly seconds: number;
  readonly seed: number;
  /** Whether a request without a good answer is sent once more. */
  readonly hasRetries: boolean;
};

/** Messages to the process of the generator. */
export type MessageToGenerator =
  | { readonly type: 'data'; readonly loadData: LoadData }
  | { readonly type: 'run'; readonly run: LoadRun };

/** Messages of the generator: outcomes as they come, and the end of a run. */
export type MessageFromGenerator =
  | { readonly type: 'ready' }
  | { readonly type: 'outcomes'; readonly outcomes: readonly Outcome[] }
  | { readonly type: 'end' }
  | { readonly type: 'fault'; readonly text: string };
