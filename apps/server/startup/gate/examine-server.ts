import { createPasswordHasher } from '@carhouse/auth/password-hashing';
import { openDatabase, openPool } from '@carhouse/database/connection/connect';
import { EmbeddedDatabaseError } from '@carhouse/embedded-postgres/embedded-database-error';
import type { Config } from '../../config.ts';
import { checkConfig } from './check-config.ts';
import { checkData } from './check-data.ts';
import { checkMachine } from './check-machine.ts';
import { checkServer } from './check-server.ts';
import { checkServices } from './check-services.ts';
import { findServer } from './find-server.ts';
import { type Finding, makePassedFinding, makeRefusal, makeWarning } from './finding.ts';

/**
 * Checks everything that a public server needs without changing anything: configuration, machine, services and data. The
 * rules of production apply, so that the operator of a demo sees what is missing. An embedded database that is stopped is
 * started for the duration of the check.
 */
export async function examineServer(config: Config, now: () => Date): Promise<readonly Finding[]> {
  return [
    makeModeFinding(config),
    ...checkConfig(config),
    ...(await checkMachine(config.dataDir)),
    ...(await checkServices(config, now())),
    ...(await checkDatabase(config, now)),
  ];
}

function makeModeFinding({ isProduction, isPublicDemo, productionReasons }: Config): Finding {
  if (isProduction) return makePassedFinding('mode', `production: ${productionReasons.join(' and ')}`);
  if (isPublicDemo) return makeRefusal('DEMO', 'DEMO=1 keeps the published accounts; unset it to go live');
  return makeWarning(
    'NODE_ENV',
    'this is a demo on this machine; set NODE_ENV=production and PUBLIC_URL=https://… to go live',
  );
}

async function checkDatabase(config: Config, now: () => Date): Promise<readonly Finding[]> {
  const variableName = config.database.kind === 'embedded' ? 'DATA_DIR' : 'DATABASE_URL';
  let server: { readonly url: string; stop(): Promise<void> } | undefined;
  try {
    server = await findServer(config);
  } catch (error) {
    if (!(error instanceof EmbeddedDatabaseError)) throw error;
    return [makeRefusal(variableName, error.message)];
  }
  if (server === undefined) {
    return [
      makeWarning(variableName, `${config.dataDir} holds no database yet; the first start makes it, then ask again`),
    ];
  }
  const pool = openPool({ url: server.url, applicationName: 'carhouse-doctor', max: 2 });
  try {
    const { findings, isMigrated } = await checkServer(pool, now);
    if (!isMigrated) return findings;
    return [...findings, ...(await checkData(openDatabase(pool), createPasswordHasher(), variableName))];
  } finally {
    await pool.end();
    await server.stop();
  }
}
