/** One broken rule: where, what is wrong, and how to mend it. */
export interface Fault {
  /** Path from the checkout's root, with slashes. */
  file: string;
  line?: number;
  wrong: string;
  mend: string;
}

export function describeFault(fault: Fault): string {
  const place = fault.line === undefined ? fault.file : `${fault.file}:${fault.line}`;
  return `${place}\n  ${fault.wrong}\n  ${fault.mend}`;
}
