import { counted } from '../../ui/format.ts';
import { dashboardMessages } from './dashboard.ts';

/** Texts of the admins' list of open complaints. */
export const complaintMessages = {
  title: dashboardMessages.complaints,
  lead: 'Each of these sales is frozen until an admin decides on the page of its order.',
  caption: 'Open complaints',
  shown: (shown: number): string => counted(shown, 'complaint', 'complaints'),
  failed: 'The complaints could not be loaded',
  none: 'No complaint is open',
  noneHint: 'A complaint shows up here when a buyer complains or their bank disputes the payment.',
  columns: { car: 'Car', reason: 'Reason', people: 'Buyer and seller', since: 'Since', price: 'Price' },
  from: (seller: string): string => `from ${seller}`,
  answered: 'The seller has answered',
  unanswered: 'The seller has not answered',
} as const;
