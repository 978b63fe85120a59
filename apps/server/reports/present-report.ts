import type { ListedReport as ReportAnswer } from '@carhouse/contract/reports';
import type { ListedReport } from '@carhouse/database/reports/reports';

/** Returns a report as admins read it. */
export function presentReport(report: ListedReport): ReportAnswer {
  const { car, listingId, reporterId, reporterName } = report;
  return {
    _id: report.id,
    ground: report.ground,
    text: report.text,
    state: report.state,
    decision: report.decision,
    car:
      car === null || listingId === null
        ? null
        : { _id: listingId, productCategory: car.brand, productModel: car.title, status: car.status },
    seller: {
      _id: report.sellerId,
      name: report.sellerName,
      status: report.sellerStatus,
      verified: report.sellerVerified,
      openReports: report.openReportCountOfSeller,
    },
    reporter: reporterId === null || reporterName === null ? null : { _id: reporterId, name: reporterName },
    createdAt: report.createdAt.toISOString(),
    closedAt: report.closedAt?.toISOString() ?? null,
  };
}
