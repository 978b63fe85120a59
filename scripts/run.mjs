// `node scripts/run.mjs [--web] FILE …`: installs what is missing, builds the web app where it is asked for, and runs a
// TypeScript file of the project with its arguments.
import { productEnvironment } from './setup/node-runtime.mjs';
import { prepare } from './setup/prepare.mjs';
import { runCommand, SetupFault } from './setup/project.mjs';
import { runChild } from './setup/run-child.mjs';

runCommand(async () => {
  const web = process.argv[2] === '--web';
  const [file, ...args] = process.argv.slice(web ? 3 : 2);
  if (!file) throw new SetupFault('Usage: node scripts/run.mjs [--web] FILE [ARGUMENTS]');
  const node = await prepare({ web });
  const { code } = await runChild(node, [file, ...args], { env: productEnvironment(node) });
  process.exitCode = code;
});
