/** Strings, quoted names and comments of SQL, and dollar-quoted bodies. An open one reaches to the end. */
const quotedPattern =
  /'(?:[^']|'')*(?:'|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|"[^"]*(?:"|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const tokenPattern = /\$\d+|[\p{L}_][\p{L}\p{N}_]*|[\p{N}][\p{L}\p{N}_.]*|[(),.*=<>!:+\-/|[\];%?]|\s+|./gu;
const keptSigns = /^(?:\$\d+|[(),.*=<>!:+\-/|[\];%?])$/;

/**
 * Keeps of an SQL statement its keywords and the names of tables, columns and functions. Everything else becomes `?`:
 * strings, numbers, comments and words that the database does not know.
 * @param knownWords lower-case words of the database.
 */
export function keepStatementShape(statement: string, knownWords: ReadonlySet<string>): string {
  const statementWithoutTexts = statement.replace(quotedPattern, ' ? ');
  const tokens = statementWithoutTexts.match(tokenPattern) ?? [];
  return tokens
    .map((token) => {
      if (/^\s+$/.test(token)) return ' ';
      return keptSigns.test(token) || knownWords.has(token.toLowerCase()) ? token : '?';
    })
    .join('')
    .trim();
}
