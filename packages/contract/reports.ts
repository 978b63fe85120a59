import { accountStatuses } from '@carhouse/domain/account/account';
import { listingStatuses } from '@carhouse/domain/listing/listing';
import { reportGrounds, reportStates, reportTextMaximum } from '@carhouse/domain/report/report';
import { z } from 'zod/mini';
import { call } from './call.ts';
import { id, makeFreeTextSchema, makePublicTextSchema, makeWholeNumberSchema } from './fields.ts';

const report = z.strictObject({
  ground: z.enum(reportGrounds),
  text: z.optional(makePublicTextSchema(reportTextMaximum)),
});
const reportAnswer = { 201: z.object({ insertedId: id }) };

export const reportListing = call({
  method: 'POST',
  path: '/api/v1/listings/:id/reports',
  summary: 'Reports a car to the admins, also without a session. Ten reports an hour from one address',
  noun: 'reports',
  access: 'anyone',
  params: z.object({ id: z.string() }),
  body: report,
  answers: reportAnswer,
});

export const reportSeller = call({
  method: 'POST',
  path: '/api/v1/sellers/:id/reports',
  summary:
    'Reports a seller to the admins, by public name, also without a session. Ten reports an hour from one address',
  noun: 'reports',
  access: 'anyone',
  params: z.object({ id: z.string() }),
  body: report,
  answers: reportAnswer,
});

const listedReport = z.object({
  _id: id,
  ground: z.enum(reportGrounds),
  /**
   * The text of the reporter. The text is empty when the reporter chose only a reason, and when the text is no longer
   * stored.
   */
  text: z.string(),
  state: z.enum(reportStates),
  /** The reason why an admin dismissed the report; null in the other states. */
  decision: z.nullable(z.string()),
  /** The reported car; null when the report is about the seller. */
  car: z.nullable(
    z.object({ _id: id, productCategory: z.string(), productModel: z.string(), status: z.enum(listingStatuses) }),
  ),
  seller: z.object({
    _id: id,
    name: z.string(),
    status: z.enum(accountStatuses),
    verified: z.boolean(),
    /** Number of open reports about the seller and their cars. */
    openReports: z.number(),
  }),
  /** The reporter; null for a visitor, and after their account was deleted. */
  reporter: z.nullable(z.object({ _id: id, name: z.string() })),
  createdAt: z.string(),
  closedAt: z.nullable(z.string()),
});

export type ListedReport = z.infer<typeof listedReport>;

export const listReports = call({
  method: 'GET',
  path: '/api/v1/reports',
  summary:
    'The open reports, oldest first, or the closed ones, newest first, 50 at most; `next` is the cursor of the page after, null on the last',
  noun: 'reports',
  access: 'admin',
  showsPeople: true,
  securityEvent: 'personal-data',
  query: z.object({
    stage: z.enum(['open', 'closed']),
    limit: z.optional(makeWholeNumberSchema(1, 50)),
    cursor: z.optional(makeFreeTextSchema(80, 1)),
  }),
  answers: { 200: z.object({ reports: z.array(listedReport), next: z.nullable(z.string()) }) },
});

export const dismissReport = call({
  method: 'POST',
  path: '/api/v1/reports/:id/dismissal',
  summary: 'An admin dismisses a report, with a reason that admins read. Again changes nothing',
  noun: 'reports',
  access: 'admin',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ reason: makePublicTextSchema(300, 3) }),
  answers: { 200: z.object({ modifiedCount: z.number() }) },
});
