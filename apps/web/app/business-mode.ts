import { type BusinessMode, takesPayments } from '@carhouse/domain/payment/business-mode';
import { useRouter } from '@tanstack/react-router';

/** How the operator runs the marketplace. It does not change while the page is open. */
export function useBusinessMode(): BusinessMode {
  return useRouter().options.context.businessMode;
}

/** Whether buyers pay for their orders here, and not to the seller. */
export function useTakesPayments(): boolean {
  return takesPayments(useBusinessMode());
}
