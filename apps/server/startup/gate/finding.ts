/** One thing that was looked at before a server opens to strangers. */
export type Finding = {
  /** A refusal stops the start in production; a warning is for the operator to weigh. */
  readonly level: 'ok' | 'warning' | 'refusal';
  /** The variable to change, or what was looked at. */
  readonly name: string;
  /** What is wrong and the way out, in one line; of what is right, what was seen. */
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
