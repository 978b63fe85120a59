// `npm test` installs missing packages and runs every check, the unit and HTTP tests, and the browser journeys.
// `--long` (`npm run test:all`) runs the tests that take too long for every change. `npm test --
// --only=types,structure` runs only the named steps.
import { parseArgs } from 'node:util';
import { formatCountLine, formatSummaryLines, runSteps } from './checks/run-steps.mjs';
import { longSteps, steps } from './checks/steps.mjs';
import { prepare } from './setup/prepare.mjs';
import { runCommand, SetupFault } from './setup/project.mjs';

runCommand(async () => {
  const chosenSteps = chooseSteps();
  const node = await prepare({ web: false });
  const results = await runSteps(chosenSteps, node);
  for (const line of formatSummaryLines(results)) console.log(line);
  console.log(formatCountLine(results));
  process.exitCode = results.some((result) => result.failed > 0) || results.length === 0 ? 1 : 0;
});

function chooseSteps() {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, long: { type: 'boolean' } } });
  if (!values.only) return values.long ? longSteps : steps;
  const allSteps = [...steps, ...longSteps];
  const wantedSteps = values.only.flatMap((names) => names.split(','));
  const unknown = wantedSteps.filter((name) => !allSteps.some((step) => step.name === name));
  if (unknown.length > 0) {
    const knownNames = allSteps.map((step) => step.name).join(', ');
    throw new SetupFault(`There is no step called ${unknown.join(', ')}. The steps are: ${knownNames}.`);
  }
  return allSteps.filter((step) => wantedSteps.includes(step.name));
}
