export interface ImportLink {
  specifier: string;
  line: number;
}

/** What the rules need to know about one source file. */
export interface SourceFile {
  /** Path from the checkout's root, with slashes. */
  path: string;
  lines: number;
  imports: ImportLink[];
  /** Exported functions with their length in lines. */
  functions: { name: string; line: number; lines: number }[];
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.split('/').includes('testing');
}

export function isConfig(path: string): boolean {
  return /\.config\.ts$/.test(path);
}
