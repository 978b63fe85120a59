import { spawn } from 'node:child_process';
import { MINIMAL_ENVIRONMENT, type ProcessAccount } from './run-as.ts';

export interface ProgramResult {
  /** The exit code; undefined when the program could not be run or was killed. */
  code: number | undefined;
  /** The text of both outputs, or the reason why the program did not run. */
  output: string;
}

/** Runs a program as the account, with `input` on its standard input. The promise never rejects. */
export function runProgram(
  program: string,
  args: readonly string[],
  account: ProcessAccount,
  input = '',
): Promise<ProgramResult> {
  return new Promise((resolveResult) => {
    let output = '';
    const options = { ...account, cwd: '/', env: MINIMAL_ENVIRONMENT, stdio: 'pipe' as const };
    try {
      const child = spawn(program, args, options);
      child.stdout.on('data', (chunk) => {
        output += String(chunk);
      });
      child.stderr.on('data', (chunk) => {
        output += String(chunk);
      });
      child.on('error', (error) => resolveResult({ code: undefined, output: error.message }));
      child.on('close', (code, signalName) =>
        resolveResult({
          code: code ?? undefined,
          output: signalName === null ? output : `${output}\nended by ${signalName}`,
        }),
      );
      // When a program ends before it has read all input, only its exit code counts.
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
    } catch (error) {
      resolveResult({ code: undefined, output: String(error) });
    }
  });
}
