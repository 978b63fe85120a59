import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';

const testFolder = import.meta.dirname;
const makeProgram = (faultStatement: string): string => `
  import { pino } from 'pino';
  import { endOnFault } from '${testFolder}/end-on-fault.ts';
  import { openLog } from '${testFolder}/open-log.ts';
  endOnFault(openLog('info', pino.destination(2)));
  const error = Object.assign(new Error('duplicate key of mei@people.example'), { detail: 'Key (name)=(Mei Tan) exists.' });
  setInterval(() => {}, 1000);
  setTimeout(() => { ${faultStatement} });`;

async function runProgram(faultStatement: string): Promise<{ code: number | null; log: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', makeProgram(faultStatement)], {
    cwd: testFolder,
  });
  const [log, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code: code as number | null, log };
}

describe('an error that nobody has caught', () => {
  it.each(['throw error;', 'void Promise.reject(error);'])(
    'ends the process, with one line in the log that names nobody: %s',
    async (faultStatement) => {
      const { code, log } = await runProgram(faultStatement);
      expect(code).toBe(1);
      expect(JSON.parse(log)).toMatchObject({ level: 60, err: { message: 'duplicate key of [e-mail]' } });
      expect(log).not.toMatch(/mei|Mei/);
    },
  );
});
