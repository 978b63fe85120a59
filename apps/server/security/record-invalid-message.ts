import type { AccountId } from '@carhouse/domain/account/account';
import type { Context } from '../context.ts';

type InvalidMessage = {
  /** The kind of the process that sent the message. */
  readonly from: 'import' | 'image';
  /** What is wrong with the message, without its content. */
  readonly issue: string;
  /** The seller of the import. A decoder process serves many users, so its messages have no seller. */
  readonly accountId?: AccountId;
};

/**
 * Records that a process which reads strangers' files sent a message that its program never sends, so it may have been
 * taken over.
 */
export function recordInvalidMessage(
  { log, securityLog }: Pick<Context, 'log' | 'securityLog'>,
  { from, issue, accountId }: InvalidMessage,
): void {
  log.warn({ process: from, issue }, 'a child process sent an invalid message and was killed');
  const code = from === 'import' ? 'IMPORT_MESSAGE' : 'IMAGE_MESSAGE';
  securityLog.record({
    event: 'child-process',
    result: 'refused',
    code,
    ...(accountId === undefined ? {} : { accountId }),
  });
}
