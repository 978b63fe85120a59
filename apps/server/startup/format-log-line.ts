/** Names of the levels of pino, by their numbers. */
const levelNameByNumber: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warning',
  50: 'error',
  60: 'fatal',
};
/** Fields that are not useful to a person who reads the log in a terminal. */
const hiddenFields = new Set(['level', 'time', 'pid', 'hostname', 'reqId', 'msg', 'err', 'name', 'v']);

/**
 * Turns a line of the log into a line for people: time of the day, level, message, and the other fields as `name=value`. An
 * error follows with its stack.
 * @param line one object of JSON; another text is returned as it is.
 */
export function formatLogLine(line: string): string {
  const entry = parseEntry(line);
  if (entry === undefined) return line;
  const { level, time, msg, err } = entry;
  const clock = typeof time === 'number' ? new Date(time).toTimeString().slice(0, 8) : '';
  const levelName = typeof level === 'number' ? (levelNameByNumber[level] ?? String(level)) : '';
  const fields = Object.entries(entry)
    .filter(([name, value]) => !hiddenFields.has(name) && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const head = [clock, levelName.padEnd(7), typeof msg === 'string' ? msg : '', ...fields].filter(
    (part) => part !== '',
  );
  return `${[head.join(' '), ...describeError(err)].join('\n')}\n`;
}

function describeError(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { stack, message } = error as { readonly stack?: unknown; readonly message?: unknown };
  const text = typeof stack === 'string' ? stack : typeof message === 'string' ? message : '';
  return text === '' ? [] : text.split('\n').map((stackLine) => `  ${stackLine}`);
}

function parseEntry(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
