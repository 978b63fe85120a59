import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { ErrorCode } from '@carhouse/domain/errors/error-codes';
import { listTextsInBody } from './body-texts.ts';

/**
 * Checks that PostgreSQL can store and compare all texts of a parsed body or query: none may contain a NUL or an
 * unpaired surrogate. Field names are checked too.
 * @throws DomainError with `code` and the path of the field.
 */
export function refuseUnstorableTexts(value: unknown, code: Extract<ErrorCode, 'INVALID' | 'BAD_REQUEST'>): void {
  for (const { path, text, isName } of listTextsInBody(value)) {
    if (!text.includes('\0') && text.isWellFormed()) continue;
    const fault = { path: isName ? '' : path, code: 'malformed', message: 'The text is not well formed' };
    throw new DomainError(code, { errors: [fault] });
  }
}
