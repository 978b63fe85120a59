import type { CallArguments } from '@carhouse/contract/call';
import { addFeeRule, feeQuote, feeRules } from '@carhouse/contract/fees';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastSuccess } from '../../app/toasts.tsx';

/**
 * Returns the mutation that adds a fee rule, or an end rule that ends the fee rule of the same scope. `close` is called
 * when the rule is saved.
 */
export function useAddRule({
  successText: doneMessage,
  close,
}: {
  readonly successText: string;
  readonly close: () => void;
}) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CallArguments<typeof addFeeRule>['body']) => client(addFeeRule, { body }),
    onSuccess: async () => {
      await invalidate(queryClient, feeRules, feeQuote);
      // While the modal dialog is open, no element behind it can get the focus, so the dialog is closed first.
      flushSync(close);
      toastSuccess(doneMessage);
    },
  });
}
