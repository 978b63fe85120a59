import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { readConfigFaults } from './testing/read-config-faults.ts';

it('needs nothing from the environment', () => {
  expect(readConfig(false, {})).toMatchObject({
    host: '127.0.0.1',
    allowedHosts: [],
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    database: { kind: 'embedded' },
    cards: { kind: 'sandbox', sharedSandbox: null },
    sessionSecret: null,
    isProduction: false,
  });
});

it('takes an empty variable for one that is not set', () => {
  expect(readConfig(false, { DATABASE_URL: '', PORT: '' })).toMatchObject({
    port: 3000,
    database: { kind: 'embedded' },
  });
});

it('tells every fault at once, those that lie in a combination too', () => {
  expect(readConfigFaults({ PORT: 'abc', DATABASE_URL: 'mysql://x', STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual([
    'PORT: must be a number',
    'DATABASE_URL: must start with postgres://',
    'STRIPE_PUBLISHABLE_KEY: is needed beside STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET: is needed beside STRIPE_SECRET_KEY',
  ]);
});

it('refuses Stripe keys of two modes, and a publishable key alone', () => {
  const webhookVariables = { STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  expect(
    readConfigFaults({ ...webhookVariables, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }),
  ).toEqual(['STRIPE_PUBLISHABLE_KEY: is of another mode (test or live) than STRIPE_SECRET_KEY']);
  expect(readConfigFaults({ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })).toEqual([
    'STRIPE_SECRET_KEY: is needed beside STRIPE_PUBLISHABLE_KEY',
  ]);
});

it('takes the address of a shared sandbox card provider and its secret together, and not beside Stripe', () => {
  const secret = 's'.repeat(32);
  const url = 'http://127.0.0.1:12111';
  expect(readConfig(false, { SANDBOX_CARDS_URL: `${url}/`, SANDBOX_CARDS_SECRET: secret }).cards).toEqual({
    kind: 'sandbox',
    sharedSandbox: { url, secret },
  });
  expect(readConfigFaults({ SANDBOX_CARDS_URL: url })).toEqual([
    'SANDBOX_CARDS_SECRET: is needed beside SANDBOX_CARDS_URL',
  ]);
  expect(readConfigFaults({ SANDBOX_CARDS_SECRET: secret })).toEqual([
    'SANDBOX_CARDS_URL: is needed beside SANDBOX_CARDS_SECRET',
  ]);
  const stripeVariables = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'w',
  };
  expect(readConfigFaults({ ...stripeVariables, SANDBOX_CARDS_URL: url, SANDBOX_CARDS_SECRET: secret })).toEqual([
    'SANDBOX_CARDS_URL: takes no card beside STRIPE_SECRET_KEY',
  ]);
});

it('takes a session secret of 32 characters or more', () => {
  expect(readConfig(false, { SESSION_SECRET: 'x'.repeat(32) }).sessionSecret).toBe('x'.repeat(32));
  expect(readConfigFaults({ SESSION_SECRET: 'short' })).toEqual(['SESSION_SECRET: must have at least 32 characters']);
});

it('keeps mail in files until an SMTP server and a sender are named', () => {
  expect(readConfig(false, { MAIL_FROM: 'server@cars.example' }).mail).toEqual({ kind: 'files' });
  const smtpVariables = { SMTP_URL: 'smtp://a:b@mail.example:587', MAIL_FROM: 'Car House <server@cars.example>' };
  expect(readConfig(false, smtpVariables).mail).toEqual({
    kind: 'smtp',
    url: 'smtp://a:b@mail.example:587',
    from: 'Car House <server@cars.example>',
  });
  expect(readConfigFaults({ SMTP_URL: 'smtp://mail.example' })).toEqual(['MAIL_FROM: is needed beside SMTP_URL']);
});

it.each([
  ['SMTP_URL', 'http://mail.example'],
  ['SMTP_URL', 'mail.example:25'],
  ['SMTP_URL', 'smtp://mail.example?tls=no'],
  ['MAIL_FROM', 'server'],
  ['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example'],
  ['TRUSTED_PROXIES', '10.0.0.0/99'],
  ['TRUSTED_PROXIES', '10.0.0.1,proxy'],
])('refuses %s=%j', (name, value) => {
  const faults = readConfigFaults({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example', [name]: value });
  expect(faults).toEqual([expect.stringContaining(`${name}: must`)]);
});

it('trusts the proxies that are named, and none by itself', () => {
  expect(readConfig(false, {}).trustedProxies).toEqual([]);
  expect(readConfig(false, { TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).trustedProxies).toEqual(['10.0.0.0/8', '::1']);
});

it.each(['BETTER_AUTH_SECRET', 'BETTER_AUTH_TRUSTED_ORIGINS', 'NEXT_PUBLIC_BETTER_AUTH_URL'])(
  'refuses %s, which the sign-in library would read by itself',
  (name) => {
    expect(readConfigFaults({ [name]: 'x' })).toEqual([
      `${name}: must not be set, the server configures its sign-in library itself`,
    ]);
  },
);

it('takes several webhook secrets, for the time of a change', () => {
  const liveKeyVariables = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
  expect(readConfig(false, { ...liveKeyVariables, STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2' }).cards).toEqual({
    kind: 'stripe',
    secretKey: 'sk_live_1',
    publishableKey: 'pk_live_1',
    webhookSecrets: ['whsec_1', 'whsec_2'],
    livemode: true,
  });
});

it.each([
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
  ['192.168.1.7', 'http://192.168.1.7:3000'],
])('is reached under an address that leads to HOST=%s', (HOST, publicUrl) => {
  expect(readConfig(false, { HOST })).toMatchObject({ host: HOST, publicUrl });
});

it('takes the public address as an origin, and refuses one with a path', () => {
  expect(readConfig(false, { PUBLIC_URL: 'https://Cars.example/' }).publicUrl).toBe('https://cars.example');
  for (const PUBLIC_URL of ['https://cars.example/shop', 'https://cars.example/?a', 'https://a@b.example', 'ftp://a']) {
    expect(readConfigFaults({ PUBLIC_URL })).toEqual([
      'PUBLIC_URL: must be a URL without a path, such as https://cars.example',
    ]);
  }
});

it('refuses a host that can be none', () => {
  expect(readConfigFaults({ HOST: '999.1.1.1' })).toEqual(['HOST: must be an address or a name of this machine']);
});

it('sets up Google with two variables, and any other OpenID provider beside it', () => {
  expect(readConfig(false, {}).openid).toEqual([]);
  const googleVariables = { GOOGLE_CLIENT_ID: 'server', GOOGLE_CLIENT_SECRET: 'word' };
  const otherProviderVariables = {
    OIDC_DISCOVERY_URL: 'https://id.example/realms/cars/.well-known/openid-configuration',
    OIDC_CLIENT_ID: 'cars',
    OIDC_CLIENT_SECRET: 'other word',
    OIDC_NAME: 'Work account',
  };
  expect(readConfig(false, { ...googleVariables, ...otherProviderVariables }).openid).toEqual([
    {
      id: 'google',
      name: 'Google',
      discoveryUrl: 'https://accounts.google.com/.well-known/openid-configuration',
      clientId: 'server',
      clientSecret: 'word',
    },
    {
      id: 'openid',
      name: 'Work account',
      discoveryUrl: otherProviderVariables.OIDC_DISCOVERY_URL,
      clientId: 'cars',
      clientSecret: 'other word',
    },
  ]);
});

it.each([
  [{ GOOGLE_CLIENT_ID: 'a' }, ['GOOGLE_CLIENT_SECRET: is needed beside GOOGLE_CLIENT_ID']],
  [{ GOOGLE_CLIENT_SECRET: 'a' }, ['GOOGLE_CLIENT_ID: is needed beside GOOGLE_CLIENT_SECRET']],
  [
    { OIDC_NAME: 'Work' },
    [
      'OIDC_DISCOVERY_URL: is needed beside OIDC_NAME',
      'OIDC_CLIENT_ID: is needed beside OIDC_NAME',
      'OIDC_CLIENT_SECRET: is needed beside OIDC_NAME',
    ],
  ],
])('tells what is missing beside %j', (env, faults) => {
  expect(readConfigFaults(env)).toEqual(faults);
});

it.each([
  'http://id.example/.well-known/openid-configuration',
  'https://id.example/',
  'ftp://id.example/.well-known/openid-configuration',
  'https://id.example/.well-known/openid-configuration?a=b',
  'id.example',
])('refuses to read the keys of a provider from %s', (OIDC_DISCOVERY_URL) => {
  const env = { OIDC_DISCOVERY_URL, OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
  expect(readConfigFaults(env)).toEqual([
    'OIDC_DISCOVERY_URL: must be an https address that ends with /.well-known/openid-configuration',
  ]);
});

it('puts pictures on the disk, or into a bucket that is named whole', () => {
  const bucket = {
    S3_ENDPOINT: 'https://s3.example/',
    S3_BUCKET: 'cars',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'key',
  };
  expect(readConfig(false, {}).images).toEqual({ kind: 'disk' });
  expect(readConfig(false, bucket).images).toEqual({
    kind: 's3',
    endpoint: 'https://s3.example',
    bucket: 'cars',
    region: 'auto',
    accessKeyId: 'id',
    secretAccessKey: 'key',
  });
  expect(readConfigFaults({ ...bucket, S3_BUCKET: '', S3_SECRET_ACCESS_KEY: '' })).toEqual([
    'S3_BUCKET: is needed beside S3_ENDPOINT',
    'S3_SECRET_ACCESS_KEY: is needed beside S3_ENDPOINT',
  ]);
  expect(readConfigFaults({ S3_REGION: 'eu-west-1' })).toHaveLength(4);
  expect(readConfigFaults({ ...bucket, S3_ENDPOINT: 'https://s3.example/path' })).toHaveLength(1);
  expect(readConfigFaults({ ...bucket, S3_BUCKET: 'Not A Bucket' })).toEqual([
    'S3_BUCKET: must be the name of a bucket',
  ]);
});

const discoveryPath = '/.well-known/openid-configuration';
const openidVariables = { OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' };
const bucket = { S3_BUCKET: 'cars', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
const stripeVariables = { STRIPE_PUBLISHABLE_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

it.each([
  [{ NODE_ENV: 'production' }, 'NODE_ENV is production'],
  [{ PUBLIC_URL: 'https://cars.example' }, 'PUBLIC_URL is https'],
  [{ PUBLIC_URL: 'https://cars.example', NODE_ENV: 'development' }, 'PUBLIC_URL is https'],
  [{ PUBLIC_URL: 'https://cars.example', NODE_ENV: 'test' }, 'PUBLIC_URL is https'],
  [{ PUBLIC_URL: 'http://192.168.1.7:3000' }, 'PUBLIC_URL is not a loopback address'],
  [{ PUBLIC_URL: 'http://localhost.cars.example' }, 'PUBLIC_URL is not a loopback address'],
  [{ HOST: '0.0.0.0' }, 'HOST is not a loopback address'],
  [{ ALLOWED_HOSTS: '127.0.0.1, cars.example' }, 'ALLOWED_HOSTS has a name that others reach'],
  [{ HOST: '::' }, 'HOST is not a loopback address'],
  [{ HOST: '::ffff:192.168.1.7' }, 'HOST is not a loopback address'],
  [{ TRUSTED_PROXIES: '127.0.0.1' }, 'TRUSTED_PROXIES names a proxy in front'],
  [{ TRUSTED_PROXIES: '10.0.0.0/8', NODE_ENV: 'development' }, 'TRUSTED_PROXIES names a proxy in front'],
  [{ SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'a@cars.example' }, 'SMTP_URL is a service on the network'],
  [{ ...bucket, S3_ENDPOINT: 'https://s3.example' }, 'S3_ENDPOINT is a service on the network'],
  [{ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }, 'GOOGLE_CLIENT_ID is a service on the network'],
  [
    { ...openidVariables, OIDC_DISCOVERY_URL: `https://sign-in.example${discoveryPath}` },
    'OIDC_DISCOVERY_URL is a service on the network',
  ],
  [{ ...stripeVariables, STRIPE_SECRET_KEY: 'sk_live_1' }, 'STRIPE_SECRET_KEY is a live key'],
  [{ ...stripeVariables, STRIPE_SECRET_KEY: 'rk_live_1' }, 'STRIPE_SECRET_KEY is a live key'],
])('is in production with %j', (env, reason) => {
  expect(readConfig(false, env)).toMatchObject({
    isProduction: true,
    isDemo: false,
    isPublicDemo: false,
    isTesting: false,
    productionReasons: [reason],
  });
});

it.each([
  [{}],
  [{ NODE_ENV: 'development' }],
  [{ HOST: 'localhost', PUBLIC_URL: 'http://localhost:3000' }],
  [{ HOST: '127.0.0.2' }],
  [{ TRUSTED_PROXIES: '127.0.0.1', NODE_ENV: 'test' }],
  [{ SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'a@cars.example' }],
  [{ ...bucket, S3_ENDPOINT: 'http://127.0.0.1:9000' }],
  [{ ...openidVariables, OIDC_DISCOVERY_URL: `http://127.0.0.1:9001${discoveryPath}` }],
  [{ DATABASE_URL: 'postgres://cars@database.example/cars' }],
  [{ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }],
  [{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }],
])('is a demo on this machine alone with %j', (env) => {
  expect(readConfig(false, env)).toMatchObject({ isProduction: false, isDemo: true, isPublicDemo: false });
});

it('is a demo that strangers reach only when DEMO=1 says so', () => {
  const network = { HOST: '0.0.0.0', PUBLIC_URL: 'https://demo.example', NODE_ENV: 'production' };
  expect(readConfig(false, { ...network, DEMO: '1' })).toMatchObject({
    isProduction: false,
    isDemo: true,
    isPublicDemo: true,
    productionReasons: [],
  });
  expect(readConfig(false, { ...network, DEMO: '0' })).toMatchObject({ isProduction: true, isDemo: false });
  expect(readConfigFaults({ DEMO: 'yes' })).toEqual(['DEMO: must be 1 or 0']);
});

it('refuses a demo with live keys', () => {
  expect(readConfigFaults({ ...stripeVariables, STRIPE_SECRET_KEY: 'sk_live_1', DEMO: '1' })).toEqual([
    'DEMO: a demo takes no live keys; unset DEMO, or use keys of test mode in STRIPE_SECRET_KEY',
  ]);
});

it('counts a run of the tests as a demo on its own database', () => {
  const env = { NODE_ENV: 'test', DATABASE_URL: 'postgres://127.0.0.1/x' };
  expect(readConfig(false, env)).toMatchObject({ isProduction: false, isDemo: true, isTesting: true });
});

it('names the operator as supplier of invoices with an address in lines, and is not registered for GST unless a number is set', () => {
  expect(readConfig(false, {}).supplier).toEqual({ name: 'Car House', address: '', gstNumber: null });
  const env = {
    SUPPLIER_NAME: ' Example Motors ',
    SUPPLIER_ADDRESS: String.raw`1 Example Road\nSingapore`,
    GST_NUMBER: 'M90000001X',
  };
  expect(readConfig(false, env).supplier).toEqual({
    name: 'Example Motors',
    address: '1 Example Road\nSingapore',
    gstNumber: 'M90000001X',
  });
});

it('refuses a GST number that is none', () => {
  expect(() => readConfig(false, { GST_NUMBER: 'none!' })).toThrow('GST_NUMBER');
});

it('takes payments unless the operator only introduces buyers and sellers', () => {
  expect(readConfig(false, {}).businessMode).toBe('marketplace');
  expect(readConfig(false, { BUSINESS_MODE: '' }).businessMode).toBe('marketplace');
  expect(readConfig(false, { BUSINESS_MODE: 'introducer' }).businessMode).toBe('introducer');
  for (const mode of ['Marketplace', 'escrow', 'introducer '])
    expect(readConfigFaults({ BUSINESS_MODE: mode })).toEqual(['BUSINESS_MODE: must be marketplace or introducer']);
});

it('exports traces when a collector is named by the standard variables', () => {
  expect(readConfig(false, {}).traces).toBe(null);
  const endpointVariables = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };
  expect(readConfig(false, endpointVariables).traces).toEqual({
    url: 'http://127.0.0.1:4318/v1/traces',
    headers: {},
    serviceName: 'carhouse',
    sampledShare: 1,
  });
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YTpi==, x-tenant = house',
    OTEL_SERVICE_NAME: 'cars',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
  };
  expect(readConfig(false, env).traces).toEqual({
    url: 'https://collector.example/otlp/v1/traces',
    headers: { authorization: 'Basic YTpi==', 'x-tenant': 'house' },
    serviceName: 'cars',
    sampledShare: 0.05,
  });
  for (const wrongEnv of [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'a token' },
    { OTEL_TRACES_SAMPLER_ARG: '1.5' },
  ])
    expect(readConfigFaults(wrongEnv)).toEqual([expect.stringContaining(Object.keys(wrongEnv)[0] ?? '')]);
});
