/**
 * Strings, quoted names and comments of SQL, and dollar-quoted bodies. A string or comment without an end reaches to
 * the end of the statement.
 */
const quotedPattern =
  /'(?:[^']|'')*(?:'|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|"[^"]*(?:"|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const tokenPattern = /\$\d+|[\p{L}_][\p{L}\p{N}_]*|[\p{N}][\p{L}\p{N}_.]*|[(),.*=<>!:+\-/|[\];%?]|\s+|./gu;
const signPattern = /^(?:\$\d+|[(),.*=<>!:+\-/|[\];%?])$/;

/**
 * Returns an SQL statement with only its keywords and the names of tables, columns and functions. All other tokens
 * become `?`: strings, numbers, comments and words that the database does not know.
 * @param knownWords keywords and schema names that the database knows, in lower case.
 */
export function redactStatement(statement: string, knownWords: ReadonlySet<string>): string {
  const statementWithoutTexts = statement.replace(quotedPattern, ' ? ');
  const tokens = statementWithoutTexts.match(tokenPattern) ?? [];
  return tokens
    .map((token) => {
      if (/^\s+$/.test(token)) return ' ';
      return signPattern.test(token) || knownWords.has(token.toLowerCase()) ? token : '?';
    })
    .join('')
    .trim();
}
