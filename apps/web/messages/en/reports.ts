import { formatCountWithNoun } from '../../ui/format.ts';
import { dashboardMessages } from './dashboard.ts';

/** Texts of the dialog that reports a car or a seller, and of the admins' list of reports. */
export const reportMessages = {
  car: 'Report this car',
  seller: 'Report this seller',
  dialog: {
    lead: 'Admins of Car House read it. The seller does not learn who has sent it.',
    leadSignedOut:
      'Admins of Car House read it. You need no account, so nobody can answer you: write what an admin can check.',
    ground: 'What is wrong?',
    groundRequired: 'Choose a reason',
    text: 'What have you seen?',
    textHint: 'Optional, unless you choose “Something else”. At most 1,000 characters.',
    textTooShort: 'Write at least 10 characters',
    send: 'Send report',
    done: 'Thank you. An admin looks at your report',
  },
  grounds: {
    'not-real': 'It is a fake: the car or its photos are not real',
    'not-theirs': 'The car is not theirs to sell',
    'wrong-facts': 'Mileage, age or another fact is wrong',
    'money-ahead': 'They ask for money before a viewing, or outside of this site',
    'already-sold': 'The car is sold already',
    other: 'Something else',
  },
  /** The reasons as admins read them. */
  groundTitles: {
    'not-real': 'A fake',
    'not-theirs': 'Not theirs to sell',
    'wrong-facts': 'Wrong facts',
    'money-ahead': 'Asks for money ahead',
    'already-sold': 'Sold already',
    other: 'Another reason',
  },
  list: {
    title: dashboardMessages.reports,
    lead: 'What visitors and users report about cars and sellers. Sellers do not learn who has reported them.',
    stages: { open: 'Open', closed: 'Closed' },
    tabs: 'State of the reports',
    caption: 'Reports',
    shown: (shownCount: number): string => formatCountWithNoun(shownCount, 'report', 'reports'),
    failed: 'The reports could not be loaded',
    none: { open: 'No report is open', closed: 'No report was closed' },
    noneHint: {
      open: 'A report shows up here when somebody reports a car or a seller.',
      closed: 'Reports that an admin dismisses or upholds show up here, for a year.',
    },
    columns: { about: 'Car and seller', report: 'Report', sent: 'Sent', act: 'Actions' },
    wholeSeller: 'The seller, not one car',
    hidden: 'Hidden',
    suspended: 'Suspended',
    openOfSeller: (open: number): string =>
      `${formatCountWithNoun(open, 'open report', 'open reports')} about this seller`,
    by: (name: string): string => `by ${name}`,
    byVisitor: 'by a visitor',
    states: { open: 'Open', dismissed: 'Dismissed', upheld: 'Upheld', obsolete: 'Account deleted' },
    about: (subject: string): string => `the report about ${subject}`,
  },
  acts: {
    hide: {
      button: 'Hide car',
      named: (car: string): string => `Hide car: ${car}`,
      question: 'Hide this car?',
      effect: 'Nobody can find or book it, its open bookings are cancelled, and the reports about it are upheld.',
      reasonHint: 'The seller reads it. Do not name who has reported the car. 3 to 300 characters.',
      done: 'The car is hidden',
    },
    suspend: {
      button: 'Suspend seller',
      named: (seller: string): string => `Suspend seller: ${seller}`,
      question: 'Suspend this seller?',
      effect:
        'They are signed out, their cars are not shown, their open bookings are cancelled, and all reports about them are upheld.',
      reasonHint: 'Admins read it. 3 to 300 characters.',
      done: 'The seller is suspended',
    },
    dismiss: {
      button: 'Dismiss',
      named: (subject: string): string => `Dismiss the report about ${subject}`,
      question: 'Dismiss this report?',
      effect: 'Car and seller stay as they are.',
      reasonHint: 'Admins read it. 3 to 300 characters.',
      done: 'The report is dismissed',
    },
    reason: 'Reason',
    reasonRequired: 'Write at least 3 characters',
    keep: 'Cancel',
    already: 'Another admin was first',
  },
} as const;
