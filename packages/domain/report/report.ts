import type { AccountId } from '../account/account.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { Id } from '../ids/id.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { ListingId } from '../listing/listing.ts';

export type ReportId = Id<'report'>;

/** The reasons that the reporter of a car or a seller chooses from. */
export const reportGrounds = ['not-real', 'not-theirs', 'wrong-facts', 'money-ahead', 'already-sold', 'other'] as const;
export type ReportGround = (typeof reportGrounds)[number];

/** The maximum length of what a reporter says, in characters. */
export const reportTextMaximum = 1_000;
/** The minimum length of what a reporter says when no other reason fits, in characters. */
export const reportTextMinimum = 10;
/**
 * Maximum number of open reports about one seller and their cars. When the maximum is reached, an admin must decide a
 * report before another is accepted.
 */
export const openReportMaximum = 50;
/**
 * When a seller has this number of open reports, visitors cannot add further ones. The remaining reports are reserved
 * for signed-in reporters. Anonymous reports, even reports by the seller, can therefore not keep out reports by users.
 */
export const visitorReportMaximum = 30;

export const reportStates = ['open', 'dismissed', 'upheld', 'obsolete'] as const;
export type ReportState = (typeof reportStates)[number];
export type ReportEvent = 'dismiss' | 'uphold' | 'end';

/**
 * The states of a report. An admin upholds the open reports about a car by hiding the car, and the open reports about a
 * seller and their cars by suspending the seller. A report becomes obsolete when the seller's account is deleted.
 */
export const reportLifecycle: Lifecycle<ReportState, ReportEvent, 'admin' | 'system'> = {
  noun: 'report',
  initialState: 'open',
  states: reportStates,
  transitions: [
    { from: 'open', event: 'dismiss', to: 'dismissed', by: ['admin'] },
    { from: 'open', event: 'uphold', to: 'upheld', by: ['admin'] },
    { from: 'open', event: 'end', to: 'obsolete', by: ['system'] },
  ],
};

/** What a visitor or a user says against a car or its seller. The seller never learns who has reported. */
export type Report = {
  readonly id: ReportId;
  /** The car; null when the report is about the seller. */
  readonly listingId: ListingId | null;
  readonly sellerId: AccountId;
  /** The account of a signed-in reporter; null for a visitor, and after the account was deleted. */
  readonly reporterId: AccountId | null;
  readonly ground: ReportGround;
  /** The text is empty when the reporter chose only a reason, and when the text is no longer kept. */
  readonly text: string;
  readonly state: ReportState;
  /** The reason for which an admin dismissed the report; null in the other states. */
  readonly decision: string | null;
  readonly decidedBy: AccountId | null;
  readonly createdAt: Date;
  readonly closedAt: Date | null;
};

/** Whether a text is long enough for this reason: `other` says nothing without a text. */
export function isReportTextLongEnough(ground: ReportGround, text: string): boolean {
  return ground !== 'other' || [...text.trim()].length >= reportTextMinimum;
}

/**
 * Checks a new report.
 * @param openReportCount number of open reports about the seller and their cars @throws DomainError INVALID,
 * OWN_REPORT, REPORT_LIMIT.
 */
export function assertMayReport(
  report: Pick<Report, 'ground' | 'text' | 'reporterId' | 'sellerId'>,
  openReportCount: number,
): void {
  if (!isReportTextLongEnough(report.ground, report.text)) {
    const message = `Write at least ${reportTextMinimum} characters`;
    throw new DomainError('INVALID', { errors: [{ path: 'text', code: 'too_short', message }] });
  }
  if (report.reporterId === report.sellerId) throw new DomainError('OWN_REPORT');
  const maximum = report.reporterId === null ? visitorReportMaximum : openReportMaximum;
  if (openReportCount >= maximum) throw new DomainError('REPORT_LIMIT');
}
