import { formatCountWithNoun } from '../../ui/format.ts';
import { dashboardMessages } from './dashboard.ts';

/** Texts of the admins' inbox with messages from the feedback form. */
export const feedbackInboxMessages = {
  title: dashboardMessages.feedback,
  lead: (unread: number): string => (unread === 0 ? 'Everything is read' : `${unread} unread`),
  caption: 'Feedback',
  show: 'Show',
  states: { inbox: 'Inbox', unread: 'Unread', read: 'Read', archived: 'Archived' },
  shown: (count: number): string => formatCountWithNoun(count, 'message', 'messages'),
  failed: 'The feedback could not be loaded',
  none: {
    inbox: 'No feedback yet',
    unread: 'Nothing is unread',
    read: 'Nothing was read yet',
    archived: 'Nothing is archived',
  },
  noneHint: {
    inbox: 'Messages from the form on the home page show up here.',
    unread: 'New messages from the home page show up here.',
    read: 'Messages that you open show up here until they are archived.',
    archived: 'Archived messages stay here for a year.',
  },
  unread: 'New',
  archived: 'Archived',
  member: 'Sent while signed in',
  visitor: 'Sent by a visitor',
  unproved: 'The address of the sender is not confirmed.',
  reply: 'Reply by mail',
  archive: 'Archive',
  archiveOf: (email: string): string => `Archive the message of ${email}`,
  archivedToast: 'The message is archived. It is removed in a year.',
  archivedBefore: 'Another admin has already archived it',
} as const;
