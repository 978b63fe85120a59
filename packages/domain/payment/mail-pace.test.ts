import { expect, it } from 'vitest';
import { decideMailTime } from './mail-pace.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 22, 10, minute));

it('lets three mails of an hour through, and merges what follows until the hour of the first is over', () => {
  let sentAt: readonly Date[] = [];
  for (const minute of [0, 5, 10]) {
    const verdict = decideMailTime({ sentAt, isDigestWaiting: false, now: at(minute) });
    expect(verdict.kind).toBe('send');
    sentAt = verdict.sentAt;
  }
  expect(decideMailTime({ sentAt, isDigestWaiting: false, now: at(59) })).toMatchObject({
    kind: 'merge',
    dueAt: at(60),
  });
  expect(decideMailTime({ sentAt, isDigestWaiting: false, now: at(60) }).kind).toBe('send');
  expect(decideMailTime({ sentAt, isDigestWaiting: false, now: at(64) }).sentAt).toEqual([at(5), at(10), at(64)]);
});

it('merges what comes while a digest waits, so that nothing overtakes it', () => {
  expect(decideMailTime({ sentAt: [at(0)], isDigestWaiting: true, now: at(30) }).kind).toBe('merge');
});
