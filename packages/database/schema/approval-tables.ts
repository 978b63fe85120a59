import type { AccountId } from '@carhouse/domain/account/account';
import type { ApprovalId, ApprovalKind, ApprovalState } from '@carhouse/domain/approval/approval';
import type { PaymentId } from '@carhouse/domain/payment/payment';
import type { Generated } from 'kysely';

export type ApprovalTable = {
  id: ApprovalId;
  kind: ApprovalKind;
  state: ApprovalState;
  account_id: AccountId | null;
  payment_id: PaymentId | null;
  reason: string;
  is_void: Generated<boolean>;
  requested_by: AccountId;
  requested_at: Date;
  expires_at: Date;
  decided_by: AccountId | null;
  decided_at: Date | null;
};
