import { type ParseResult, parseSync } from 'oxc-parser';
import type { ImportLink, SourceFile } from './source-file.ts';

type Program = ParseResult['program'];
type Statement = Program['body'][number];
type TextSpan = { start: number; end: number };

/**
 * Reads the data of one source file that the rules need.
 * @param path relative to the checkout, with slashes
 * @throws Error with the parser's message when the file cannot be parsed
 */
export function readSource(path: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(path, text);
  const firstError = errors[0];
  if (firstError) throw new Error(`${path} cannot be parsed: ${firstError.message}`);
  const findLine = makeLineFinder(text);
  const reExportEntries = module.staticExports.flatMap((each) => each.entries).filter((entry) => entry.moduleRequest);
  const staticLinks = [
    ...module.staticImports.map((each) => each.moduleRequest),
    ...reExportEntries.flatMap((entry) => entry.moduleRequest ?? []),
  ];
  return {
    path,
    lineCount: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    imports: [
      ...removeRepeatedLinks(staticLinks.map((link) => ({ specifier: link.value, line: findLine(link.start) }))),
      ...findDynamicImports(program, findLine),
    ],
    functions: program.body.flatMap((statement) => readExportedFunction(statement, findLine)),
  };
}

function removeRepeatedLinks(importLinks: ImportLink[]): ImportLink[] {
  return [...new Map(importLinks.map((link) => [`${link.line} ${link.specifier}`, link])).values()];
}

function readExportedFunction(statement: Statement, findLine: (offset: number) => number): SourceFile['functions'] {
  if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'FunctionDeclaration') return [];
  const { id, start, end } = statement.declaration;
  return [{ name: id?.name ?? '', line: findLine(start), lineCount: findLine(end) - findLine(start) + 1 }];
}

/** Finds `import(…)` and type imports, which may occur anywhere in a file. */
function findDynamicImports(program: Program, findLine: (offset: number) => number): ImportLink[] {
  const imports: ImportLink[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    if (!isNode(node)) return;
    const source = node.source;
    if ((node.type === 'ImportExpression' || node.type === 'TSImportType') && isText(source)) {
      imports.push({ specifier: source.value, line: findLine(node.start) });
    }
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value);
  };
  visit(program.body);
  return imports;
}

type Node = TextSpan & { type: string; [key: string]: unknown };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function isText(value: unknown): value is { value: string } {
  return isNode(value) && value.type === 'Literal' && typeof value.value === 'string';
}

function makeLineFinder(text: string): (offset: number) => number {
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return (offset) => {
    let lowIndex = 0;
    let highIndex = lineStarts.length - 1;
    while (lowIndex < highIndex) {
      const middleIndex = Math.ceil((lowIndex + highIndex) / 2);
      if ((lineStarts[middleIndex] ?? 0) <= offset) lowIndex = middleIndex;
      else highIndex = middleIndex - 1;
    }
    return lowIndex + 1;
  };
}
