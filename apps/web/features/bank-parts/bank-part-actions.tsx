import type { BankPartAnswer } from '@carhouse/contract/bank-parts';
import {
  confirmBankPart,
  confirmBankReturn,
  receiveBankPayment,
  recordBankReturn,
  refuseBankPayment,
  rejectBankPart,
  sendBackBankMoney,
  stateBankPayment,
} from '@carhouse/contract/bank-parts';
import type { Client } from '@carhouse/contract/client';
import { listPossibleEvents } from '@carhouse/domain/lifecycle/lifecycle';
import {
  type BankPartEvent,
  bankPartLifecycle,
  bankRefusalLengthMaximum,
  bankRefusalLengthMinimum,
} from '@carhouse/domain/payment/bank-part';
import { type ReactElement, useState } from 'react';
import { bankPartMessages } from '#messages/bank-parts';
import { Button } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { TextDialog } from '../../ui/text-dialog.tsx';
import { useSaleAction } from '../orders/use-sale-action.ts';
import { BankFieldsDialog } from './bank-fields-dialog.tsx';

const t = bankPartMessages;

type ActionProps = {
  readonly orderId: string;
  readonly part: Pick<BankPartAnswer, 'amount' | 'state' | 'returnRecordedByMe'>;
  readonly side: 'buyer' | 'seller' | 'admin';
  /** The car of the order, for the names of the buttons in a list; undefined on the page of the order. */
  readonly carName?: string;
  /** Whether the first button is the primary button of the page. */
  readonly isPrimary?: boolean;
};

/**
 * The buttons with which a buyer, a seller or an admin acts on the money of a bank. The lifecycle of the bank part
 * decides which events the user may cause, and the admin who has recorded a return does not confirm it.
 */
export function BankPartActions(props: ActionProps): ReactElement {
  const { state, returnRecordedByMe } = props.part;
  const events = listPossibleEvents(bankPartLifecycle, state, props.side).filter(
    (event) => event !== 'confirm-return' || !returnRecordedByMe,
  );
  return (
    <>
      {events.toSorted(compareImportance).map((event) => (
        <BankPartAction key={event} event={event} {...props} />
      ))}
    </>
  );
}

/** Buttons that deny something come last. */
const denialEvents: ReadonlySet<BankPartEvent> = new Set(['withdraw', 'refuse', 'reject', 'deny-return']);
const compareImportance = (firstEvent: BankPartEvent, secondEvent: BankPartEvent): number =>
  Number(denialEvents.has(firstEvent)) - Number(denialEvents.has(secondEvent));

function BankPartAction({ event, ...props }: ActionProps & { readonly event: BankPartEvent }): ReactElement | null {
  switch (event) {
    case 'state':
      return <StatementAction texts={t.state} send={declarePayment} {...props} />;
    case 'receive':
      return <StatementAction texts={t.receive} send={receivePayment} isReferenceOptional {...props} />;
    case 'withdraw':
    case 'refuse':
    case 'reject':
    case 'deny-return':
      return <Denial event={event} {...props} />;
    case 'confirm':
      return <Question texts={t.confirm} send={confirmPart} {...props} />;
    case 'confirm-return':
      return <Question texts={t.returned} send={confirmReturn} {...props} />;
    case 'send-back':
      return <StatementAction texts={t.sendBack} send={sendBack} {...props} />;
    case 'record-return':
      return <StatementAction texts={t.recordReturn} send={recordReturn} {...props} />;
    default:
      return null;
  }
}

const declarePayment = (client: Client, id: string, { bank, reference }: BankFields): Promise<unknown> =>
  client(stateBankPayment, { params: { id }, body: { bank, reference } });
const receivePayment = (client: Client, id: string, { reference }: BankFields): Promise<unknown> =>
  client(receiveBankPayment, { params: { id }, body: reference === '' ? {} : { reference } });
const sendBack = (client: Client, id: string, { reference }: BankFields): Promise<unknown> =>
  client(sendBackBankMoney, { params: { id }, body: { reference } });
const recordReturn = (client: Client, id: string, { reference, reason }: BankFields): Promise<unknown> =>
  client(recordBankReturn, { params: { id }, body: { reference, reason } });
const confirmPart = (client: Client, id: string): Promise<unknown> =>
  client(confirmBankPart, { params: { id }, body: {} });
const confirmReturn = (client: Client, id: string): Promise<unknown> =>
  client(confirmBankReturn, { params: { id }, body: { arrived: true } });

/** Whether a dialog is open, and the functions that open and close it. */
function useDialogOpen() {
  const [isOpen, setOpen] = useState(false);
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) };
}

type BankFields = { readonly bank: string; readonly reference: string; readonly reason: string };
type FieldsTexts = {
  readonly button: string;
  readonly title: string;
  readonly lead: (sum: string) => string;
  readonly bank?: string;
  readonly bankHint?: string;
  readonly reference: string;
  readonly referenceHint: string;
  readonly reason?: string;
  readonly reasonHint?: string;
  readonly reasonTooShort?: string;
  readonly of?: (name: string) => string;
  readonly send: string;
  readonly done: string;
};

/** A statement with a reference, and with the name of the bank or a reason when the texts name that field. */
function StatementAction({
  orderId,
  part,
  carName,
  isPrimary = true,
  texts,
  isReferenceOptional = false,
  send,
}: ActionProps & {
  readonly texts: FieldsTexts;
  readonly isReferenceOptional?: boolean;
  readonly send: (client: Client, id: string, fields: BankFields) => Promise<unknown>;
}): ReactElement {
  const { isOpen, open, close } = useDialogOpen();
  const request = useSaleAction<BankFields>((client, fields) => send(client, orderId, fields), {
    successText: texts.done,
    close,
    isButtonKept: carName !== undefined,
  });
  const { bank, bankHint = '', reference, referenceHint, reason, reasonHint = '', reasonTooShort = '' } = texts;
  return (
    <>
      <Button
        kind={isPrimary ? 'primary' : 'plain'}
        aria-haspopup="dialog"
        aria-label={carName === undefined ? undefined : texts.of?.(carName)}
        onClick={open}
      >
        {texts.button}
      </Button>
      {isOpen ? (
        <BankFieldsDialog
          title={texts.title}
          lead={texts.lead(formatMoney(part.amount))}
          {...(bank === undefined ? {} : { bank: { label: bank, hint: bankHint } })}
          reference={{ label: reference, hint: referenceHint, isOptional: isReferenceOptional }}
          {...(reason === undefined
            ? {}
            : { reason: { label: reason, hint: reasonHint, textTooShortError: reasonTooShort } })}
          send={texts.send}
          request={request}
          onClose={close}
          onSend={(fields) => request.mutate(fields)}
        />
      ) : null}
    </>
  );
}

type QuestionTexts = {
  readonly button: string;
  readonly question: string;
  readonly text: (sum: string) => string;
  readonly confirm: string;
  readonly done: string;
  readonly of?: (name: string) => string;
};

function Question({
  orderId,
  part,
  carName,
  texts,
  send,
}: ActionProps & {
  readonly texts: QuestionTexts;
  readonly send: (client: Client, id: string) => Promise<unknown>;
}): ReactElement {
  const { isOpen, open, close } = useDialogOpen();
  const request = useSaleAction((client) => send(client, orderId), {
    successText: texts.done,
    close,
    isButtonKept: carName !== undefined,
  });
  return (
    <>
      <Button
        kind="primary"
        aria-haspopup="dialog"
        aria-label={carName === undefined ? undefined : texts.of?.(carName)}
        onClick={open}
      >
        {texts.button}
      </Button>
      {isOpen ? (
        <QuestionDialog
          title={texts.question}
          onClose={close}
          request={request}
          confirm={texts.confirm}
          kind="primary"
          onConfirm={() => request.mutate()}
        >
          <p className="num">{texts.text(formatMoney(part.amount))}</p>
        </QuestionDialog>
      ) : null}
    </>
  );
}

type DenialEvent = 'withdraw' | 'refuse' | 'reject' | 'deny-return';

const denialTexts = {
  withdraw: t.withdraw,
  refuse: t.refuse,
  reject: t.reject,
  'deny-return': t.denied,
} satisfies Readonly<Record<DenialEvent, object>>;

function Denial({ orderId, event, carName }: ActionProps & { readonly event: DenialEvent }): ReactElement {
  const { isOpen, open, close } = useDialogOpen();
  const texts = denialTexts[event];
  const request = useSaleAction<string>((client, reason) => sendDenial(client, orderId, event, reason), {
    successText: texts.done,
    close,
    isButtonKept: carName !== undefined,
  });
  return (
    <>
      <Button
        kind="plain"
        aria-haspopup="dialog"
        aria-label={carName === undefined || event !== 'reject' ? undefined : t.reject.of(carName)}
        onClick={open}
      >
        {texts.button}
      </Button>
      {isOpen ? (
        <TextDialog
          messages={texts}
          minimumLength={bankRefusalLengthMinimum}
          maximumLength={bankRefusalLengthMaximum}
          kind="danger"
          request={request}
          onClose={close}
          onSend={(reason) => request.mutate(reason)}
        />
      ) : null}
    </>
  );
}

function sendDenial(client: Client, id: string, event: DenialEvent, reason: string): Promise<unknown> {
  const request = { params: { id }, body: { reason } };
  if (event === 'reject') return client(rejectBankPart, request);
  if (event === 'deny-return') return client(confirmBankReturn, { params: { id }, body: { arrived: false, reason } });
  return client(refuseBankPayment, request);
}
