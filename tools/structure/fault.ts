/** One violation of a rule of the structure: the file, a description, and how to correct it. */
export interface Fault {
  /** Path of the file relative to the checkout, with slashes. */
  file: string;
  line?: number;
  problem: string;
  remedy: string;
}

export function describeFault(fault: Fault): string {
  const fileAndLine = fault.line === undefined ? fault.file : `${fault.file}:${fault.line}`;
  return `${fileAndLine}\n  ${fault.problem}\n  ${fault.remedy}`;
}
