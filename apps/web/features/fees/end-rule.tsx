import type { FeeRuleAnswer } from '@carhouse/contract/fees';
import { type FormEvent, type ReactElement, useState } from 'react';
import { feeMessages } from '#messages/fees';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { BeginField, findBeginningFault } from './begin-field.tsx';
import styles from './fees-page.module.css';
import { findScopeKind, makeScopeName } from './fees-table.tsx';
import { makeBeginningBody, type RuleBeginning } from './rule-form-values.ts';
import { useAddRule } from './use-add-rule.ts';

const t = feeMessages.ending;

type EndRuleProps = { readonly rule: FeeRuleAnswer; readonly onClose: () => void; readonly onDone: () => void };

/**
 * The dialog that ends a rule. For this, the dialog adds an end rule for the same seller, the same brand, or all cars.
 * A rule that has not begun ends at its beginning, so that it never applies.
 */
export function EndRule({ rule, onClose, onDone }: EndRuleProps): ReactElement {
  const endRuleMutation = useAddRule({ successText: t.done, close: onDone });
  const [beginning, setBeginning] = useState<RuleBeginning>({ begins: 'now', day: '' });
  const [faultText, setFaultText] = useState<string>();
  const isFuture = rule.standing === 'future';
  const endRule = (event: FormEvent) => {
    event.preventDefault();
    const beginningFault = isFuture ? undefined : findBeginningFault(beginning, new Date());
    setFaultText(beginningFault);
    if (endRuleMutation.isPending || beginningFault !== undefined) return;
    endRuleMutation.mutate({
      isEnd: true,
      basisPoints: 0,
      fixed: 0,
      cap: null,
      gstBasisPoints: 0,
      ...(rule.seller === null ? {} : { seller: rule.seller._id }),
      ...(rule.brand === null ? {} : { brand: rule.brand }),
      ...(isFuture ? { validFrom: rule.validFrom } : makeBeginningBody(beginning)),
    });
  };
  return (
    <Dialog title={t.title} onClose={onClose} isSmall isBusy={endRuleMutation.isPending}>
      <form noValidate onSubmit={endRule}>
        <div className={`dialog__body ${styles.body}`}>
          <p className="num">
            <b>{t.what(makeScopeName(rule), feeMessages.terms(rule))}</b>
          </p>
          <p>{isFuture ? t.future : t.effect[findScopeKind(rule)]}</p>
          {isFuture ? null : <BeginField label={t.ends} value={beginning} error={faultText} onChange={setBeginning} />}
          <Failure of={endRuleMutation.error} />
        </div>
        <DialogFoot isBusy={endRuleMutation.isPending} onClose={onClose} cancelLabel={t.keep} isCancelFocused>
          <Button kind="danger" type="submit" isBusy={endRuleMutation.isPending}>
            {t.confirm}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
