// Reports what a server lacks for production. Exit codes: 0 no check fails, 1 a check fails, 2 wrong usage.
import { ConfigError, readConfig } from '@carhouse/server/config';
import { examineServer } from '@carhouse/server/startup/gate/examine-server';
import { type Finding, formatFinding } from '@carhouse/server/startup/gate/finding';

const usage = `Usage: npm run doctor

Reads the same variables as 'npm start', asks the database, the mail server, the bucket and Stripe, and says line by line
what is right (ok), what to weigh (warning) and what stops a start in production (refused). It changes nothing.`;

const textsByLevel: Record<Finding['level'], string> = { ok: 'ok     ', warning: 'warning', refusal: 'refused' };

process.exitCode = process.argv.length > 2 ? showUsage() : await run();

async function run(): Promise<number> {
  let findings: readonly Finding[];
  try {
    findings = await examineServer(readConfig(false), () => new Date());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const fault of error.faults) console.log(`${textsByLevel.refusal}  ${fault}`);
    return 1;
  }
  for (const finding of findings) console.log(`${textsByLevel[finding.level]}  ${formatFinding(finding)}`);
  const countFindings = (level: Finding['level']): number =>
    findings.filter((finding) => finding.level === level).length;
  const refusalCount = countFindings('refusal');
  console.log(`\n${refusalCount} refused, ${countFindings('warning')} warnings, ${countFindings('ok')} ok.`);
  if (refusalCount > 0) console.log('A start in production stops until nothing is refused.');
  return refusalCount > 0 ? 1 : 0;
}

function showUsage(): number {
  console.error(usage);
  return 2;
}
