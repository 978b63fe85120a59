/** One result of the checks before a server is opened to the public. */
export type Finding = {
  /** A refusal stops the start in production; a warning does not. */
  readonly level: 'ok' | 'warning' | 'refusal';
  /** The name of the variable to change, or of what is checked. */
  readonly name: string;
  /** One line: the fault and its remedy, or the observed value of a passed check. */
  readonly text: string;
};

export function makePassedFinding(name: string, text: string): Finding {
  return { level: 'ok', name, text };
}

export function makeWarning(name: string, text: string): Finding {
  return { level: 'warning', name, text };
}

export function makeRefusal(name: string, text: string): Finding {
  return { level: 'refusal', name, text };
}

export function formatFinding({ name, text }: Finding): string {
  return `${name}: ${text}`;
}
