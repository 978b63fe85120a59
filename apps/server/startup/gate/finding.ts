/** One result of the checks before a server is opened to the public. */
export type Finding = {
  /** A refusal stops the start in production; a warning does not. */
  readonly level: 'ok' | 'warning' | 'refusal';
  /** The variable to change, or the subject of the check. */
  readonly name: string;
  /** The fault and its remedy in one line; for a passed check, the observed value. */
  readonly text: string;
};

export function ok(name: string, text: string): Finding {
  return { level: 'ok', name, text };
}

export function warning(name: string, text: string): Finding {
  return { level: 'warning', name, text };
}

export function refusal(name: string, text: string): Finding {
  return { level: 'refusal', name, text };
}

export function lineOf({ name, text }: Finding): string {
  return `${name}: ${text}`;
}
