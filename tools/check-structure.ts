// Checks that the code has the structure of docs/architecture.md. The message for each fault says what is wrong and how
// to correct it.
//   --verbose             also lists long files and long use cases
//   --record-migrations   records the checksums of new migrations
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkTree } from './structure/check-tree.ts';
import { describeFault } from './structure/fault.ts';
import { recordMigrations } from './structure/migrations.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: { verbose: { type: 'boolean' }, 'record-migrations': { type: 'boolean' } },
});

if (values['record-migrations']) {
  const recordedCount = recordMigrations(root);
  console.log(recordedCount.length > 0 ? `Recorded ${recordedCount.join(', ')}` : 'There is no new migration.');
}

const { faults, softLimitReports, fileCount: files } = checkTree(root);
if (values.verbose) for (const line of softLimitReports) console.log(`long: ${line}`);
for (const fault of faults) console.error(`${describeFault(fault)}\n`);
if (faults.length > 0) {
  console.error(`The structure has ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'} in ${files} files.`);
  process.exitCode = 1;
} else {
  console.log(`The structure holds in ${files} files.`);
}
