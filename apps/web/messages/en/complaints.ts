import { formatCountWithNoun } from '../../ui/format.ts';
import { dashboardMessages } from './dashboard.ts';

/** Texts of the admins' list of open complaints. */
export const complaintMessages = {
  title: dashboardMessages.complaints,
  lead: 'Each of these sales is frozen until an admin decides on the page of its order.',
  caption: 'Open complaints',
  shown: (shownCount: number): string => formatCountWithNoun(shownCount, 'complaint', 'complaints'),
  failed: 'The complaints could not be loaded',
  none: 'No complaint is open',
  noneHint: 'A complaint shows up here when a buyer complains or their bank disputes the payment.',
  columns: { car: 'Car and price', complaint: 'Complaint', answer: 'Answer', open: 'Open for' },
  noWords: 'No text.',
  unanswered: 'Not answered yet',
  age: (days: number): string => (days === 0 ? 'Less than a day' : formatCountWithNoun(days, 'day', 'days')),
  since: (time: string): string => `since ${time}`,
} as const;
