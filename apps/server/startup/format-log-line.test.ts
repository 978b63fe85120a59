import { expect, it } from 'vitest';
import { formatLogLine } from './format-log-line.ts';
import { openLog } from './open-log.ts';

function write(form: 'json' | 'text', level: string, act: (log: ReturnType<typeof openLog>) => void): string {
  let text = '';
  act(openLog(level, { write: (line: string) => (text += line) }, form));
  return text;
}

it('prints time, level, message and fields, without those of the process', () => {
  const text = write('text', 'warn', (log) => {
    log.warn({ code: 'ROLE_REQUIRED', count: 2, gone: null }, 'request refused');
  });
  expect(text).toMatch(/^\d\d:\d\d:\d\d warning request refused code=ROLE_REQUIRED count=2\n$/);
});

it('prints the stack of an error below, and leaves out what the log never shows', () => {
  const text = write('text', 'error', (log) =>
    log.error({ err: new Error('of mei@people.example') }, 'request failed'),
  );
  const lines = text.split('\n');
  expect(lines[0]).toMatch(/ error {3}request failed$/);
  expect(lines[1]).toBe('  Error: of [e-mail]');
  expect(lines[2]).toMatch(/^ {6}at .+format-log-line\.test\.ts/);
});

it('leaves lines alone that are no entries', () => {
  expect(formatLogLine('{"level":')).toBe('{"level":');
});

it('is not used for JSON', () => {
  expect(JSON.parse(write('json', 'warn', (log) => log.warn('x')))).toMatchObject({ level: 40, msg: 'x' });
});
