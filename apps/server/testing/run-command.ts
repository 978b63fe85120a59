import { spawn } from 'node:child_process';
import { join } from 'node:path';

const projectFolder = join(import.meta.dirname, '../../..');

/**
 * Runs a command of package.json as a separate process, without npm.
 * @param file the command's file, relative to the root of the project.
 * @param env overrides the environment of this process; an empty value unsets a variable.
 * @param input standard input of the command.
 * @returns the exit code, and standard output and error in chronological order.
 */
export async function runCommand(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [join(projectFolder, file), ...args], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}
