import type { PasswordHasher } from '@carhouse/auth/password-hashing';
import { findProductionMark, markProduction } from '@carhouse/database/accounts/demo-data';
import type { Database } from '@carhouse/database/connection/connect';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { type Config, ConfigError } from '../../config.ts';
import { StartFault } from '../start-fault.ts';
import { checkConfig } from './check-config.ts';
import { checkData } from './check-data.ts';
import { type Finding, formatFinding } from './finding.ts';

export type StartCheckOptions = {
  readonly config: Config;
  readonly database: Database;
  readonly hasher: Pick<PasswordHasher, 'verify'>;
  readonly now: () => Date;
  /** Called with a message for the operator, such as a warning. */
  readonly reportLine: (line: string) => void;
};

/**
 * Runs the checks before the server listens. In production each refusal prevents the start, and all refusals are
 * reported together. When there is no refusal, the database is marked as a production database. A demo does not start
 * on a production database, because it would add accounts with a published password.
 * @throws ConfigError with one line for each refusal.
 */
export async function runStartChecks({ config, database, hasher, now, reportLine }: StartCheckOptions): Promise<void> {
  const variableName = config.database.kind === 'embedded' ? 'DATA_DIR' : 'DATABASE_URL';
  if (config.isDemo) {
    const markedAt = await findProductionMark(database);
    if (markedAt === undefined) return;
    const day = toSingaporeDay(markedAt);
    const remedyText = 'set NODE_ENV=production, or name another one for the demo';
    throw new ConfigError([`${variableName}: this database has served production since ${day}; ${remedyText}`]);
  }
  const findings = [...checkConfig(config), ...(await checkData(database, hasher, variableName))];
  const refusals = formatRefusals(findings);
  if (refusals.length > 0) throw new ConfigError([...refusals, formatReasons(config)]);
  for (const finding of findings) if (finding.level === 'warning') reportLine(`Warning: ${formatFinding(finding)}`);
  await markProduction(database, now());
}

/**
 * Returns the error of a start that failed before the database was reached, together with the refusals of the
 * configuration.
 */
export function addConfigRefusals(config: Config, error: unknown): unknown {
  if (config.isDemo || !(error instanceof StartFault)) return error;
  const refusals = formatRefusals(checkConfig(config));
  return refusals.length === 0 ? error : new ConfigError([...refusals, error.message, formatReasons(config)]);
}

function formatRefusals(findings: readonly Finding[]): string[] {
  return findings.filter(({ level }) => level === 'refusal').map(formatFinding);
}

function formatReasons({ productionReasons }: Config): string {
  return `the rules of production hold, because ${productionReasons.join(' and ')}; 'npm run doctor' shows all of them`;
}
