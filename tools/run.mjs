// `node tools/run.mjs [--web] [--browser] FILE …`: installs missing packages, builds the web app (`--web`), finds a
// Chromium (`--browser`), and runs a TypeScript file of the project with its arguments.
import { findOrInstallBrowser } from './setup/browser.mjs';
import { makeProductEnvironment } from './setup/node-runtime.mjs';
import { prepare } from './setup/prepare.mjs';
import { runCommand, SetupFault } from './setup/project.mjs';
import { runChild } from './setup/run-child.mjs';

runCommand(async () => {
  const commandArguments = process.argv.slice(2);
  const needsWeb = removeFirstFlag(commandArguments, '--web');
  const needsBrowser = removeFirstFlag(commandArguments, '--browser');
  if (commandArguments.length === 0)
    throw new SetupFault('Usage: node tools/run.mjs [--web] [--browser] FILE [ARGUMENTS]');
  const node = await prepare({ web: needsWeb });
  const browserVariables = needsBrowser ? { CARHOUSE_CHROMIUM: await findOrInstallBrowser(node) } : {};
  const { code } = await runChild(node, commandArguments, { env: makeProductEnvironment(node, browserVariables) });
  process.exitCode = code;
});

/**
 * @param {string[]} commandArguments
 * @param {string} flag
 */
function removeFirstFlag(commandArguments, flag) {
  const isFlagFirst = commandArguments[0] === flag;
  if (isFlagFirst) commandArguments.shift();
  return isFlagFirst;
}
