import type { Fault } from './fault.ts';
import { isTest } from './source-file.ts';

const literalKeyPattern = /\bqueryKey:\s*\[|\b(?:get|set)QueryData(?:<[^(]*>)?\(\s*\[/;

/**
 * Checks that query keys of the web app come from the contract. `invalidate(call)` finds every result of a call only
 * when all keys come from the contract.
 */
export function checkQueryKeys(path: string, text: string): Fault[] {
  if (!path.startsWith('apps/web/') || isTest(path)) return [];
  return text.split('\n').flatMap((line, index) => {
    if (!literalKeyPattern.test(line)) return [];
    const advice = 'Use query(client, call, arguments) or callKey(call, …) of apps/web/app/call-query.ts.';
    return [{ file: path, line: index + 1, problem: 'Here is a literal query key.', remedy: advice }];
  });
}
