import type { ComplaintAnswer, ListedComplaint } from '@carhouse/contract/complaints';
import type { OpenComplaint } from '@carhouse/database/sales/open-complaints';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import type { Complaint } from '@carhouse/domain/sale/complaint';

const dayMs = 86_400_000;

/** Returns a complaint as its buyer, its seller and admins read it. */
export function presentComplaint(complaint: Complaint): ComplaintAnswer {
  return {
    _id: complaint.id,
    ground: complaint.ground,
    buyerText: complaint.buyerText,
    sellerText: complaint.sellerText,
    openedAt: complaint.openedAt.toISOString(),
    outcome: complaint.outcome,
    decision: complaint.decision,
    isWithdrawn: complaint.outcome === 'resumed' && complaint.decidedBy === null,
    decidedAt: complaint.decidedAt?.toISOString() ?? null,
  };
}

/** Returns an open complaint with its order, for the list of admins. */
export function presentOpenComplaint(complaint: OpenComplaint, now: Date): ListedComplaint {
  return {
    ...presentComplaint(complaint),
    bookingId: complaint.bookingId,
    productCategory: complaint.brand,
    productModel: complaint.title,
    openDays: Math.max(0, Math.floor((now.getTime() - complaint.openedAt.getTime()) / dayMs)),
    amount: dollarsFromCents(complaint.amount),
    buyerName: complaint.buyerName,
    sellerName: complaint.sellerName,
  };
}
