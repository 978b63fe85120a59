export interface ImportLink {
  specifier: string;
  line: number;
}

/** The data of one source file that the rules need. */
export interface SourceFile {
  /** Path relative to the checkout, with slashes. */
  path: string;
  lineCount: number;
  imports: ImportLink[];
  /** Exported functions with their lengths in lines. */
  functions: { name: string; line: number; lineCount: number }[];
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.split('/').includes('testing');
}

export function isConfig(path: string): boolean {
  return /\.config\.ts$/.test(path);
}
