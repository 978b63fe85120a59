import type { VariableName } from './environment-schema.ts';

/**
 * The text about one environment variable in docs/environment.md, which the operator reads. The name, the default and
 * the format of the variable come from its schema.
 */
export type VariableNote = {
  readonly topic:
    | 'address'
    | 'mode'
    | 'data'
    | 'payments'
    | 'mail'
    | 'pictures'
    | 'sign-in'
    | 'limits'
    | 'sellers'
    | 'watching';
  /**
   * `plain`: a value that is not confidential. `private`: the value names a host, a folder or a person.
   * `secret`: the variable grants access, and its value may also be stored in a file that `NAME_FILE` names. A support
   * bundle shows plain values only.
   */
  readonly kind: 'plain' | 'private' | 'secret';
  /** Whether a server in production needs the variable: `yes`, or a condition; `no` when this field is absent. */
  readonly production?: string;
  /** Markdown of one line, without a full stop at its end. */
  readonly text: string;
};

/** One note for each variable that the server reads. A variable without a note is a compile error. */
export const variableNotes: Readonly<Record<VariableName, VariableNote>> = {
  PORT: { topic: 'address', kind: 'plain', text: 'port on which it listens; 0 takes a free one' },
  HOST: {
    topic: 'address',
    kind: 'private',
    text: 'address on which it listens. `0.0.0.0` for all addresses',
  },
  PUBLIC_URL: {
    topic: 'address',
    kind: 'private',
    production: 'yes, with https',
    text: 'origin under which browsers reach it; unset: `http://HOST:PORT`. With `https:` cookies are Secure and HSTS is sent',
  },
  TRUSTED_PROXIES: {
    topic: 'address',
    kind: 'private',
    production: 'behind a proxy',
    text: 'addresses and subnets of the proxies whose `X-Forwarded-For` is believed. Unset: nobody’s, so that all visitors behind a proxy share its limits',
  },
  ALLOWED_HOSTS: {
    topic: 'address',
    kind: 'private',
    text: 'names and addresses under which the server answers beside those of `PUBLIC_URL` and `HOST`. A request for any other host is 421 (DNS rebinding); `/healthz` and `/readyz` answer under every host',
  },
  CONNECTIONS_PER_ADDRESS: {
    topic: 'address',
    kind: 'plain',
    text: 'open connections of one network (an IPv4 address, 64 bits of an IPv6 address) at a node; unset: 128. More are closed unread. Connections of `TRUSTED_PROXIES` do not count: [the proxy limits its clients](operations.md#behind-a-proxy). Those of the own machine count in production, and where the variable is set',
  },
  OVERLOAD_DELAY_MS: {
    topic: 'address',
    kind: 'plain',
    text: 'milliseconds that 99 of 100 turns of the event loop may be late; above it costly calls are 503, then usual ones ([decision 0017](decisions/0017-too-much-and-twice.md)). A quarter of it is the time in which most reads, three quarters that in which most writes should be answered: while they are not, fewer requests may be under way ([decision 0093](decisions/0093-load-is-measured-by-arrivals.md))',
  },
  NODE_ENV: {
    topic: 'mode',
    kind: 'plain',
    production: 'yes: `production`',
    text: '`production`: the rules of production hold. They hold too where `PUBLIC_URL` is https or not loopback, `HOST` is not loopback, `ALLOWED_HOSTS` has a name that is not loopback, `TRUSTED_PROXIES` is set, `STRIPE_SECRET_KEY` is a live key, or the host of `SMTP_URL`, `S3_ENDPOINT`, `OIDC_DISCOVERY_URL` or of the Google sign-in (`GOOGLE_CLIENT_ID`) is not loopback; `DATABASE_URL` infers nothing. `test`: the database need not be durable',
  },
  DEMO: {
    topic: 'mode',
    kind: 'plain',
    production: 'never',
    text: '`1`: a demo with published accounts although the address says production; each page says so. Not with live keys',
  },
  ALLOW_TEST_CARDS: {
    topic: 'mode',
    kind: 'plain',
    text: '`1`: production takes test cards; no money moves, and the pages that pay say so',
  },
  BUSINESS_MODE: {
    topic: 'mode',
    kind: 'plain',
    text: '`marketplace`: buyers pay here, and sellers are paid from it. `introducer`: buyers pay sellers directly, the seller marks the order as paid, and no charge is opened; charges, refunds and payouts of before are finished, so keep the keys of Stripe until there are none ([decision 0078](decisions/0078-two-business-modes.md), [licence questions](licences.md))',
  },
  RECONCILE_SECONDS: {
    topic: 'mode',
    kind: 'plain',
    text: 'seconds between two runs of the reconciler, 5 to 60: it finishes payments whose answer was lost, pays sellers, and compares the ledger with the card provider',
  },
  DATA_DIR: {
    topic: 'data',
    kind: 'private',
    text: 'database, pictures, secrets, import reports',
  },
  BACKUP_DIR: {
    topic: 'data',
    kind: 'private',
    production: 'with the embedded database',
    text: 'where backups go and the embedded database archives its log ([Backups](operations.md#backups))',
  },
  DATABASE_URL: {
    topic: 'data',
    kind: 'secret',
    text: 'a PostgreSQL 15–18 of your own instead of the embedded one',
  },
  DATABASE_SESSION_URL: {
    topic: 'data',
    kind: 'secret',
    text: 'the same database past a pooler such as PgBouncer; unset: `DATABASE_URL` ([PgBouncer](operations.md#pgbouncer))',
  },
  DATABASE_REPLICA_URLS: {
    topic: 'data',
    kind: 'secret',
    text: 'streaming replicas of `DATABASE_URL` for the reads of visitors, separated by commas ([Replicas](operations.md#replicas))',
  },
  DATABASE_REPLICA_LAG_MB: {
    topic: 'data',
    kind: 'plain',
    text: 'megabytes of the write-ahead log that a replica in use may have to replay',
  },
  SESSION_SECRET: {
    topic: 'data',
    kind: 'secret',
    production: 'with `DATABASE_URL`',
    text: 'signs sessions and encrypts the texts that undo a removed wish; unset: made and kept in `DATA_DIR/secrets/`. Nodes on one `DATABASE_URL` need the same; another one signs everybody out and makes the secrets of authenticator apps unreadable',
  },
  STRIPE_SECRET_KEY: {
    topic: 'payments',
    kind: 'secret',
    production: 'yes, or `ALLOW_TEST_CARDS`, or `introducer`',
    text: 'Stripe instead of the sandbox card provider; with the two that follow',
  },
  STRIPE_PUBLISHABLE_KEY: {
    topic: 'payments',
    kind: 'private',
    production: 'with `STRIPE_SECRET_KEY`',
    text: 'the public key of the same account and mode',
  },
  STRIPE_WEBHOOK_SECRET: {
    topic: 'payments',
    kind: 'secret',
    production: 'with `STRIPE_SECRET_KEY`',
    text: 'the secrets of the two webhooks, separated by a comma, and a new one beside them while it is rolled over',
  },
  SANDBOX_CARDS_URL: {
    topic: 'payments',
    kind: 'private',
    text: 'a running sandbox card provider instead of starting one, not beside Stripe',
  },
  SANDBOX_CARDS_SECRET: {
    topic: 'payments',
    kind: 'secret',
    text: 'the secret with which that provider was started; both together',
  },
  REFUND_SECOND_ADMIN_ABOVE: {
    topic: 'payments',
    kind: 'plain',
    text: 'dollars: a refund that brings what one admin has given back in 24 hours above this waits for another admin, where there is another active one',
  },
  SUPPLIER_NAME: {
    topic: 'payments',
    kind: 'private',
    production: 'with fees',
    text: 'who asks for the fees, as invoices name them. Issued invoices keep what they say',
  },
  SUPPLIER_ADDRESS: {
    topic: 'payments',
    kind: 'private',
    production: 'with fees',
    text: 'the address on invoices; `\\n` in it begins a line',
  },
  GST_NUMBER: {
    topic: 'payments',
    kind: 'private',
    production: 'when registered for GST',
    text: 'the operator’s registration for GST. Invoices are then tax invoices',
  },
  SMTP_URL: {
    topic: 'mail',
    kind: 'secret',
    production: 'yes',
    text: 'mail server, `smtp://user:password@mail.example:587` (STARTTLS, demanded when there is a password) or `smtps://…`. Unset: mails become files in `DATA_DIR/mail`',
  },
  MAIL_FROM: {
    topic: 'mail',
    kind: 'private',
    production: 'with `SMTP_URL`',
    text: 'the sender, `Car House <house@cars.example>`',
  },
  S3_ENDPOINT: {
    topic: 'pictures',
    kind: 'private',
    production: 'on several machines',
    text: 'pictures in a bucket of S3, or of a service that speaks its language, instead of `DATA_DIR/images`; the endpoint is an origin, and the bucket is addressed by path',
  },
  S3_BUCKET: { topic: 'pictures', kind: 'private', production: 'with `S3_ENDPOINT`', text: 'name of the bucket' },
  S3_REGION: { topic: 'pictures', kind: 'private', text: 'region for which requests are signed' },
  S3_ACCESS_KEY_ID: {
    topic: 'pictures',
    kind: 'secret',
    production: 'with `S3_ENDPOINT`',
    text: 'key that may put, get and delete objects of the bucket',
  },
  S3_SECRET_ACCESS_KEY: {
    topic: 'pictures',
    kind: 'secret',
    production: 'with `S3_ENDPOINT`',
    text: 'the secret of that key',
  },
  GOOGLE_CLIENT_ID: {
    topic: 'sign-in',
    kind: 'private',
    text: 'continue with Google ([how](operations.md#sign-in-by-google-or-another-openid-provider)); with the secret',
  },
  GOOGLE_CLIENT_SECRET: { topic: 'sign-in', kind: 'secret', text: 'the secret of that client' },
  GOOGLE_DISCOVERY_URL: {
    topic: 'sign-in',
    kind: 'private',
    text: 'another description of the provider than Google’s',
  },
  OIDC_DISCOVERY_URL: { topic: 'sign-in', kind: 'private', text: 'any other OpenID provider beside Google' },
  OIDC_CLIENT_ID: { topic: 'sign-in', kind: 'private', text: 'its client id; with the address and the secret' },
  OIDC_CLIENT_SECRET: { topic: 'sign-in', kind: 'secret', text: 'the secret of that client' },
  OIDC_NAME: { topic: 'sign-in', kind: 'private', text: 'the name on the button' },
  HOLDS_AN_HOUR: {
    topic: 'limits',
    kind: 'plain',
    text: 'holds of one buyer in an hour that did not end with a payment ([decision 0036](decisions/0036-holds.md))',
  },
  HOLDS_A_DAY: { topic: 'limits', kind: 'plain', text: 'the same in a day' },
  HOLDS_AT_ONCE: { topic: 'limits', kind: 'plain', text: 'cars that one buyer holds at a time' },
  HOLDS_PER_ADDRESS: { topic: 'limits', kind: 'plain', text: 'cars that one network holds at a time' },
  HOLD_COOLDOWN_MINUTES: {
    topic: 'limits',
    kind: 'plain',
    text: 'minutes after a hold in which its buyer cannot hold the same car',
  },
  BOOKINGS_AN_HOUR: { topic: 'limits', kind: 'plain', text: 'bookings of one buyer in an hour, cancelled ones too' },
  BOOKINGS_A_DAY: { topic: 'limits', kind: 'plain', text: 'the same in a day' },
  BOOKED_SELLERS_A_DAY: {
    topic: 'limits',
    kind: 'plain',
    text: 'sellers whose cars one buyer books in a day: each booking shows the address of its seller',
  },
  BOOKED_SELLERS_PER_NETWORK: {
    topic: 'limits',
    kind: 'plain',
    text: 'the same for all buyers together who signed up from one network in the last 30 days (`SELLER_GROWS_AFTER_DAYS`)',
  },
  NAME_CHANGES_A_DAY: {
    topic: 'limits',
    kind: 'plain',
    text: 'changes of their name that one user makes in 24 hours',
  },
  PROFILE_CHANGES_A_DAY: {
    topic: 'limits',
    kind: 'plain',
    text: 'changes of any field of their profile that one user makes in 24 hours',
  },
  CONFIRMED_EMAIL: {
    topic: 'sellers',
    kind: 'plain',
    text: 'whether booking, selling, importing and uploading take a confirmed address; unset: `optional` in a demo, else `demanded`',
  },
  NEW_SELLER_CARS: {
    topic: 'sellers',
    kind: 'plain',
    text: 'cars on sale of a new seller ([New sellers](operations.md#new-sellers))',
  },
  NEW_SELLER_ADVERTISEMENTS: { topic: 'sellers', kind: 'plain', text: 'their advertisements' },
  KNOWN_SELLER_CARS: {
    topic: 'sellers',
    kind: 'plain',
    text: 'cars on sale of a seller who is not verified and is here for `SELLER_GROWS_AFTER_DAYS` without a refusal',
  },
  KNOWN_SELLER_ADVERTISEMENTS: { topic: 'sellers', kind: 'plain', text: 'their advertisements' },
  VERIFIED_SELLER_CARS: { topic: 'sellers', kind: 'plain', text: 'cars on sale of a verified seller' },
  VERIFIED_SELLER_ADVERTISEMENTS: { topic: 'sellers', kind: 'plain', text: 'their advertisements' },
  TRUSTED_SELLER_CARS: {
    topic: 'sellers',
    kind: 'plain',
    text: 'cars on sale of a seller who has been verified for `SELLER_GROWS_AFTER_DAYS`',
  },
  TRUSTED_SELLER_ADVERTISEMENTS: { topic: 'sellers', kind: 'plain', text: 'their advertisements' },
  SELLER_GROWS_AFTER_DAYS: { topic: 'sellers', kind: 'plain', text: 'days after which a seller earns more trust' },
  NEWEST_CARS_A_DAY: {
    topic: 'sellers',
    kind: 'plain',
    text: 'cars that a seller puts on sale on a day and that stand among the newest',
  },
  NEW_SELLER_IMPORT_MB: {
    topic: 'sellers',
    kind: 'plain',
    text: 'megabytes of files and reports of imports that are kept of a seller who is not verified',
  },
  VERIFIED_SELLER_IMPORT_MB: { topic: 'sellers', kind: 'plain', text: 'the same of a verified one' },
  NEW_SELLERS_OF_NETWORK: {
    topic: 'sellers',
    kind: 'plain',
    text: '`alone`: sellers of one network whom no admin has verified do not share their limits, and no network is kept',
  },
  IMPORT_REVIEW: {
    topic: 'sellers',
    kind: 'plain',
    text: '`nobody`: imports of sellers who are not verified wait for no admin',
  },
  METRICS_TOKEN: {
    topic: 'watching',
    kind: 'secret',
    production: 'to read `/metrics`',
    text: 'what a monitor shows as a Bearer token to read `/metrics` ([Monitoring](operations.md#monitoring))',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    topic: 'watching',
    kind: 'private',
    text: 'a collector of OpenTelemetry: spans are sent to `/v1/traces` below it by OTLP/HTTP ([Traces](operations.md#traces))',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    topic: 'watching',
    kind: 'secret',
    text: 'headers of each export, values percent-encoded',
  },
  OTEL_SERVICE_NAME: { topic: 'watching', kind: 'private', text: 'the name of the service in spans' },
  OTEL_TRACES_SAMPLER_ARG: {
    topic: 'watching',
    kind: 'plain',
    text: 'the share of traces that are exported, from 0 to 1',
  },
  LOG_LEVEL: {
    topic: 'watching',
    kind: 'plain',
    text: 'the least serious lines that are written, to standard error ([Log](operations.md#log))',
  },
};

/** The variables that grant access, in the order of the notes. */
export const secretVariableNames: readonly VariableName[] = (Object.keys(variableNotes) as VariableName[]).filter(
  (name) => variableNotes[name].kind === 'secret',
);
