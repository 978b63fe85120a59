import type { SecurityEventName, SecurityResult } from '@carhouse/domain/security/security-event';
import { formatCountWithNoun } from '../../ui/format.ts';
import { dashboardMessages } from './dashboard.ts';

const events: Readonly<Record<SecurityEventName, string>> = {
  'sign-in': 'Sign-in',
  'sign-up': 'Sign-up',
  password: 'Password',
  'second-factor': 'Second step',
  refusal: 'Refused request',
  limit: 'Limit reached',
  'role-act': 'Change of a role or account',
  'money-act': 'Payment or refund',
  export: 'Data exported',
  'personal-data': 'Personal data read',
  hold: 'Car held',
  mail: 'Mail',
  import: 'Import',
  webhook: 'Event of the card company',
  'child-process': 'Process that reads files',
};
const results: Readonly<Record<SecurityResult, string>> = { allowed: 'Allowed', refused: 'Refused', failed: 'Failed' };

/** Texts of the admins' page of the security log. */
export const securityMessages = {
  title: dashboardMessages.security,
  lead: 'Sign-ins, refused requests, reached limits and changes of the last 90 days, newest first. People and networks have codes instead of names.',
  caption: 'Security events',
  shown: (shownCount: number): string => formatCountWithNoun(shownCount, 'event', 'events'),
  failed: 'The security log could not be loaded',
  none: 'No event yet',
  noneHint: 'Events are written a second after they happen.',
  noMatch: 'No event matches',
  noMatchHint: 'Remove one of the filters.',
  showAll: 'Show everything',
  columns: { event: 'Event', result: 'Result', who: 'Person and network', when: 'When' },
  filters: { event: 'Event', anyEvent: 'Every event', result: 'Result', anyResult: 'Every result' },
  events,
  results,
  times: (times: number): string => `${formatCountWithNoun(times, 'time', 'times')} in that second`,
  person: (hash: string): string => `Person ${hash}`,
  network: (hash: string): string => `Network ${hash}`,
  nobody: 'Not known',
  alerts: {
    title: 'Alerts',
    failed: 'The alerts could not be loaded',
    spraying: { name: 'Password guessing', what: 'networks that try passwords on many accounts' },
    harvesting: { name: 'Mass reading', what: 'people or networks that go on reading beyond their limit' },
    hoarding: { name: 'Too many held cars', what: 'buyers who try to hold more cars than they may' },
    mailLoop: { name: 'Too many mails', what: 'people with many mails waiting' },
  },
} as const;
