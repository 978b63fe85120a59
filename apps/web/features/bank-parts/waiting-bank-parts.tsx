import type { bankPartStages, ListedBankPart } from '@carhouse/contract/bank-parts';
import { carName } from '@carhouse/domain/car/car-name';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Landmark } from 'lucide-react';
import type { ReactElement } from 'react';
import { bankPartMessages } from '#messages/bank-parts';
import { useClient } from '../../app/api.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { formatMoney } from '../../ui/format.ts';
import { formatDateTime } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from '../approvals/approvals.module.css';
import { Panel } from '../dashboard/panel.tsx';
import { BankPartActions } from './bank-part-actions.tsx';
import { bankPartsQuery } from './bank-part-queries.ts';
import { BankPartBadge } from './order-bank-part.tsx';

const t = bankPartMessages.waiting;

type BankPartStage = (typeof bankPartStages)[number];

/**
 * The lists of payments by banks: the payments that wait for an admin, and the payments that sellers return. An empty
 * list is not rendered.
 */
export function WaitingBankParts(): ReactElement {
  return (
    <>
      <BankPartList stage="waiting" title={t.title} lead={t.lead} />
      <BankPartList stage="returning" title={t.returning} lead={t.returningLead} />
    </>
  );
}

function BankPartList({
  stage,
  title,
  lead,
}: {
  stage: BankPartStage;
  title: string;
  lead: string;
}): ReactElement | null {
  const list = useInfiniteQuery(bankPartsQuery(useClient(), stage));
  const parts = list.data?.pages.flatMap((page) => page.parts) ?? [];
  if (parts.length === 0 && !list.isError) return null;
  return (
    <Panel title={title} columnSpan="span-12" aside={<p className="muted">{lead}</p>}>
      <Failure of={list.isError ? t.failed : null} />
      <ul className={`rows ${styles.approvals}`}>
        {parts.map((part) => (
          <WaitingBankPart key={part._id} part={part} />
        ))}
      </ul>
      {list.hasNextPage ? (
        <p>
          <Button kind="quiet" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t.showMore}
          </Button>
        </p>
      ) : null}
    </Panel>
  );
}

function WaitingBankPart({ part }: { part: ListedBankPart }): ReactElement {
  const car = carName(part.productCategory, part.productModel);
  const { facts } = bankPartMessages;
  return (
    <li>
      <Icon of={Landmark} />
      <div className="rows__main num">
        <b>
          <Link className="link" to="/orders/$id" params={{ id: part.bookingId }}>
            {t.row(car, formatMoney(part.amount))}
          </Link>
        </b>
        <span>{t.buyer(part.buyerName, part.bank ?? facts.gone, part.buyerReference ?? facts.gone)}</span>
        <span>
          {part.state === 'sent-back'
            ? t[part.returnReason === null ? 'sentBack' : 'recordedReturn'](
                part.sellerName,
                part.returnReference ?? facts.gone,
              )
            : t.seller(part.sellerName, part.sellerReference ?? t.noReference)}
        </span>
        {part.state === 'received' ? null : <span>{chooseWaitingTimeFormatter(part)(formatDateTime(part.since))}</span>}
        {part.state === 'sent-back' && part.returnRecordedByMe ? <span>{bankPartMessages.recordedByMe}</span> : null}
      </div>
      <div className={`rows__end ${styles.approvalsActions}`}>
        {part.state === 'received' ? null : <BankPartBadge state={part.state} />}
        <BankPartActions orderId={part.bookingId} part={part} side="admin" carName={car} />
      </div>
    </li>
  );
}

/**
 * Says since when the money waits to go back, and whether the return waits for a user whose account is closed or
 * suspended.
 */
function chooseWaitingTimeFormatter({ state, sellerGone, buyerGone }: ListedBankPart): (time: string) => string {
  if (state === 'to-return' && sellerGone) return t.sellerGone;
  return state === 'sent-back' && buyerGone ? t.buyerGone : t.since;
}
