import { describe, expect, it } from 'vitest';
import type { AccountId } from '../account/account.ts';
import { assertMayReport, openReportMaximum, visitorReportMaximum } from './report.ts';

const sellerId = '0190c1a0-0000-7000-8000-000000000001' as AccountId;
const report = { ground: 'not-real', text: '', reporterId: null, sellerId } as const;

describe('a report', () => {
  it('needs no text, except where no reason fits', () => {
    expect(() => assertMayReport(report, 0)).not.toThrow();
    expect(() => assertMayReport({ ...report, ground: 'other', text: ' too short ' }, 0)).toThrow(/not valid/);
    expect(() => assertMayReport({ ...report, ground: 'other', text: 'It is a toy.' }, 0)).not.toThrow();
  });

  it('is not about the own car, and its number is bounded', () => {
    expect(() => assertMayReport({ ...report, reporterId: sellerId }, 0)).toThrow(/your own/);
    const userReport = { ...report, reporterId: '0190c1a0-0000-7000-8000-000000000002' as AccountId };
    expect(() => assertMayReport(userReport, openReportMaximum - 1)).not.toThrow();
    expect(() => assertMayReport(userReport, openReportMaximum)).toThrow(/looks at them/);
  });

  it('of a visitor leaves room for those of users', () => {
    expect(() => assertMayReport(report, visitorReportMaximum - 1)).not.toThrow();
    expect(() => assertMayReport(report, visitorReportMaximum)).toThrow(/looks at them/);
  });
});
