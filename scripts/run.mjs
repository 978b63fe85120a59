// `node scripts/run.mjs FILE …`: installs what is missing and runs a TypeScript file of the project with its arguments.
import { productEnvironment } from './setup/node-runtime.mjs';
import { prepare } from './setup/prepare.mjs';
import { runCommand, SetupFault } from './setup/project.mjs';
import { runChild } from './setup/run-child.mjs';

runCommand(async () => {
  const [file, ...args] = process.argv.slice(2);
  if (!file) throw new SetupFault('Usage: node scripts/run.mjs FILE [ARGUMENTS]');
  const node = await prepare({ web: false });
  const { code } = await runChild(node, [file, ...args], { env: productEnvironment(node) });
  process.exitCode = code;
});
