import type { MinimumParfRule } from '@carhouse/core/car/depreciation';
import type { Id } from '@carhouse/core/ids/id';
import type { Database } from '@carhouse/database/connect';
import type { Identity } from '@carhouse/identity/create-identity';
import type { ImageStore } from '@carhouse/images/image-store';
import type { CardProvider } from '@carhouse/payments/card-provider';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';

/** What the browser needs to show the card form. */
export type CardForm = {
  readonly publishableKey: string;
  readonly scriptUrl: string | null;
  readonly testMode: boolean;
};

/** Everything that use cases are given. Made once by the composition root (house/open-house.ts), or by a test. */
export type Context = {
  readonly config: Config;
  readonly pool: pg.Pool;
  readonly database: Database;
  readonly identity: Identity;
  readonly cardProvider: CardProvider;
  readonly cardForm: CardForm;
  readonly images: ImageStore;
  readonly minimumParfRules: readonly MinimumParfRule[];
  readonly log: Logger;
  readonly now: () => Date;
  readonly newId: <Noun extends string>() => Id<Noun>;
};
