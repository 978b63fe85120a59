import { expect, it } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';

const primary = 'postgres://cars@database.example/cars';
const readDatabase = (env: Record<string, string>) => readConfig(false, env).database;

it('reads replicas, their bound and the way past a pooler', () => {
  expect(readDatabase({ DATABASE_URL: primary })).toEqual({
    kind: 'server',
    url: primary,
    sessionUrl: primary,
    isPooled: false,
    replicaUrls: [],
    maxReplicaLagBytes: 16 * 1024 * 1024,
  });
  expect(
    readDatabase({
      DATABASE_URL: 'postgres://cars@pooler.example:6432/cars',
      DATABASE_SESSION_URL: primary,
      DATABASE_REPLICA_URLS: 'postgres://cars@one.example/cars, postgresql://cars@two.example/cars',
      DATABASE_REPLICA_LAG_MB: '0.5',
    }),
  ).toMatchObject({
    sessionUrl: primary,
    isPooled: true,
    replicaUrls: ['postgres://cars@one.example/cars', 'postgresql://cars@two.example/cars'],
    maxReplicaLagBytes: 512 * 1024,
  });
});

it.each([
  [{ DATABASE_REPLICA_URLS: primary }, 'DATABASE_REPLICA_URLS: needs DATABASE_URL'],
  [{ DATABASE_SESSION_URL: primary }, 'DATABASE_SESSION_URL: needs DATABASE_URL'],
  [
    { DATABASE_URL: primary, DATABASE_REPLICA_URLS: `${primary},mysql://x` },
    'DATABASE_REPLICA_URLS: must be URLs that start with postgres://, separated by commas',
  ],
  [{ DATABASE_URL: primary, DATABASE_REPLICA_LAG_MB: '0' }, 'DATABASE_REPLICA_LAG_MB: '],
])('refuses %j', (env, fault) => {
  expect(() => readDatabase(env as Record<string, string>)).toThrow(ConfigError);
  expect(() => readDatabase(env as Record<string, string>)).toThrow(fault);
});
