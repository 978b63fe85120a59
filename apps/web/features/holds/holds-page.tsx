import type { CurrentHold } from '@carhouse/contract/holds';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { holdMessages } from '#messages/holds';
import { useClient } from '../../app/api.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { money } from '../../ui/format.ts';
import { time } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { DashPage } from '../dashboard/dash-page.tsx';
import { BreakHoldDialog, carOf } from './break-hold-dialog.tsx';
import { holdsQuery } from './hold-queries.ts';

/** The cars that are held now, with buyer and end, and a button that ends a hold. */
export function HoldsPage(): ReactElement {
  const list = useInfiniteQuery(holdsQuery(useClient()));
  const [asked, setAsked] = useState<CurrentHold>();
  const holds = list.data?.pages.flatMap((page) => page.holds) ?? [];
  const close = () => setAsked(undefined);
  return (
    <DashPage
      title={holdMessages.title}
      lead={holdMessages.lead}
      actions={
        <Button busy={list.isRefetching} onClick={() => void list.refetch()}>
          {list.isRefetching ? null : <Icon of={RefreshCw} />}
          {holdMessages.again}
        </Button>
      }
    >
      <ListFrame
        id="holds"
        label={holdMessages.caption}
        list={list}
        count={holds.length}
        shown={holdMessages.shown(holds.length)}
        failed={holdMessages.failed}
        skeleton={<HoldsSkeleton />}
        empty={<EmptyState title={holdMessages.none}>{holdMessages.noneHint}</EmptyState>}
      >
        <Frame>
          {holds.map((hold) => (
            <HoldRow key={hold._id} hold={hold} onBreak={() => setAsked(hold)} />
          ))}
        </Frame>
      </ListFrame>
      {asked === undefined ? null : (
        <BreakHoldDialog
          hold={asked}
          onClose={close}
          onDone={() => {
            close();
            // The row with the button goes away.
            document.getElementById('holds')?.focus({ preventScroll: true });
          }}
        />
      )}
    </DashPage>
  );
}

function Frame({ children }: { children: ReactNode }): ReactElement {
  const { columns } = holdMessages;
  return (
    <table className="stack twolines">
      <caption className="visually-hidden">{holdMessages.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.car}</th>
          <th scope="col">{columns.buyer}</th>
          <th scope="col">{columns.until}</th>
          <th scope="col" className="align-right">
            {columns.price}
          </th>
          <th scope="col">
            <span className="visually-hidden">{columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function HoldRow({ hold, onBreak }: { hold: CurrentHold; onBreak: () => void }): ReactElement {
  const car = carOf(hold);
  return (
    <tr>
      <td className="full">
        <Link className="link" to="/cars/$id" params={{ id: hold.listingId }}>
          {car}
        </Link>
        <span>{holdMessages.from(hold.sellerName)}</span>
      </td>
      <td className="full">
        {hold.buyer.name}
        <span className="num">{holdMessages.ofDay(hold.buyer.holdsOfDay)}</span>
      </td>
      <td className="full num">
        <time dateTime={hold.endsAt}>{time(hold.endsAt)}</time>
        <span>{holdMessages.since(time(hold.heldFrom))}</span>
      </td>
      <td className="full num align-right">{money(hold.amount)}</td>
      <td className="actions-cell">
        <span className="actions">
          <Button
            kind="quiet"
            className="btn--dangerquiet"
            aria-label={holdMessages.breakOf(car, hold.buyer.name)}
            onClick={onBreak}
          >
            {holdMessages.break}
          </Button>
        </span>
      </td>
    </tr>
  );
}

const places = [1, 2, 3, 4, 5];

function HoldsSkeleton(): ReactElement {
  return (
    <div aria-hidden="true">
      <Frame>
        {places.map((place) => (
          <tr key={place} className="skeleton-row">
            {[1, 2, 3, 4, 5].map((column) => (
              <td key={column} className="full">
                <span className="skeleton" />
              </td>
            ))}
          </tr>
        ))}
      </Frame>
    </div>
  );
}
