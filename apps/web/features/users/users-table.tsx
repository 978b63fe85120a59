import type { ListedUser } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import { findVerificationEvent, listAdminEvents } from '@carhouse/domain/account/account-policy';
import { Link } from '@tanstack/react-router';
import { BadgeX, Ban, Check, CirclePause, CirclePlay, Ellipsis, KeyRound, ScrollText, UserRound } from 'lucide-react';
import { type ReactElement, useRef } from 'react';
import { sharedMessages } from '#messages/shared';
import { userMessages } from '#messages/users';
import { Badge } from '../../ui/badge.tsx';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { DataTable, TableRow, type TableShape, TableSkeleton } from '../../ui/data-table.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { formatCount } from '../../ui/format.ts';
import { formatDate } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { PersonCell } from '../../ui/person-cell.tsx';
import { Popover } from '../../ui/popover.tsx';
import { listAccountStatusChanges } from './change-account-status.tsx';
import { type AccountStatusChange, useVerifySeller } from './use-account-change.ts';
import type { ListedRole } from './user-queries.ts';
import styles from './users-page.module.css';

const { columns } = userMessages;

function makeTableShape(role: ListedRole): TableShape {
  const counts: TableShape['columns'] =
    role === 'Seller'
      ? [
          { name: columns.cars, as: 'amount', width: 'short', hiddenFrom: 'third' },
          { name: columns.sold, as: 'amount', width: 'short', hiddenFrom: 'first' },
        ]
      : [{ name: columns.orders, as: 'amount', width: 'short', hiddenFrom: 'third' }];
  return {
    className: styles.users,
    caption: userMessages.caption[role],
    columns: [
      { name: columns.name },
      { name: columns.role, width: 'short' },
      ...counts,
      { name: columns.joined, as: 'newest', width: 'medium', hiddenFrom: 'second' },
      { name: columns.status, width: 'medium' },
      { name: columns.actions, as: 'actions' },
      { name: columns.more, as: 'menu' },
    ],
    details: true,
  };
}

export type PersonAction = 'delete' | 'second-step' | AccountStatusChange;

type TableProps = {
  readonly role: ListedRole;
  readonly people: readonly ListedUser[];
  readonly onAskAction: (act: PersonAction, person: ListedUser) => void;
};

/** A table with avatar, name, e-mail and role of each user, and the possible actions (specification, section 2). */
export function UsersTable({ role, people: listed, onAskAction }: TableProps): ReactElement {
  return (
    <DataTable shape={makeTableShape(role)}>
      {listed.map((person) => (
        <PersonRow key={person._id} role={role} person={person} onAskAction={(act) => onAskAction(act, person)} />
      ))}
    </DataTable>
  );
}

type RowProps = {
  readonly role: ListedRole;
  readonly person: ListedUser;
  readonly onAskAction: (act: PersonAction) => void;
};

function PersonRow({ role, person, onAskAction }: RowProps): ReactElement {
  const menuElementRef = useRef<HTMLSpanElement>(null);
  const isVerified = person.permission === 'Verified';
  const counts =
    role === 'Seller'
      ? [<CarsOnSaleCount key="cars" person={person} />, formatCount(person.sold)]
      : [formatCount(person.orders)];
  return (
    <TableRow
      shape={makeTableShape(role)}
      rowName={person.name}
      cells={[
        <PersonCell
          key="person"
          name={person.name}
          email={person.email}
          image={person.photoURL}
          isVerified={isVerified && person.status === 'active'}
        />,
        person.role,
        ...counts,
        formatDate(person.joinedAt),
        <AccountStatusCell
          key="standing"
          role={role}
          person={person}
          onVerified={() => menuElementRef.current?.querySelector('button')?.focus()}
        />,
        listAdminEvents(person.status, false).includes('delete') ? (
          <span key="delete" className="actions">
            <Button
              kind="quiet"
              className="btn--dangerquiet"
              aria-label={userMessages.deleteNamed(person.name)}
              onClick={() => onAskAction('delete')}
            >
              {texts.people.delete}
            </Button>
          </span>
        ) : null,
        <span key="menu" ref={menuElementRef}>
          <PersonMenu person={person} onAskAction={onAskAction} />
        </span>,
      ]}
      facts={[
        { name: columns.email, value: <EmailAddress email={person.email} />, isWide: true },
        { name: columns.phone, value: person.number ?? sharedMessages.unknown },
        ...(person.standingReason === null ? [] : [{ name: columns.lastReason, value: person.standingReason }]),
      ]}
      links={
        <>
          <Link className={makeButtonClass({})} to="/dashboard/people/$id" params={{ id: person._id }}>
            {userMessages.personPage}
          </Link>
          {role === 'Seller' ? (
            <Link className={makeButtonClass({})} to="/dashboard/allCars" search={{ search: person.email }}>
              {userMessages.theirCars}
            </Link>
          ) : null}
          <Link className={makeButtonClass({})} to="/dashboard/audit" search={{ noun: 'account', nounId: person._id }}>
            {userMessages.theirAudit}
          </Link>
        </>
      }
    />
  );
}

/**
 * The menu with further actions of an admin on a user: open the user's page, change the account status, reset the
 * second factor.
 */
export function PersonMenu(props: {
  readonly person: ListedUser;
  readonly onAskAction: (act: 'second-step' | AccountStatusChange) => void;
}): ReactElement {
  const { person, onAskAction } = props;
  const { standing, secondStep } = userMessages;
  return (
    <Popover
      buttonContent={<Icon of={Ellipsis} />}
      triggerLabel={userMessages.actionsFor(person.name)}
      triggerClass="iconbtn"
      panelClass="popover"
    >
      <Link className="popover__item" to="/dashboard/people/$id" params={{ id: person._id }}>
        <Icon of={UserRound} />
        {userMessages.personPage}
      </Link>
      <Link className="popover__item" to="/dashboard/audit" search={{ noun: 'account', nounId: person._id }}>
        <Icon of={ScrollText} />
        {userMessages.theirAudit}
      </Link>
      {listAccountStatusChanges(person).map((change) => (
        <button
          key={change}
          type="button"
          className="popover__item"
          aria-label={standing.named(change, person.name)}
          onClick={() => onAskAction(change)}
        >
          <Icon of={statusIcons[change]} />
          {standing.choices[change]}
        </button>
      ))}
      <button
        type="button"
        className="popover__item"
        aria-label={secondStep.named(person.name)}
        onClick={() => onAskAction('second-step')}
      >
        <Icon of={KeyRound} />
        {secondStep.reset}
      </button>
    </Popover>
  );
}

const statusIcons = { suspend: CirclePause, unverify: BadgeX, reinstate: CirclePlay } as const;

type AccountStatusCellProps = {
  readonly role: ListedRole;
  readonly person: ListedUser;
  readonly onVerified: () => void;
};

/** The number of a seller's cars on sale. The cars of a suspended seller are not shown to buyers. */
function CarsOnSaleCount({ person }: { person: ListedUser }): ReactElement {
  return (
    <>
      {formatCount(person.cars)}
      {person.status === 'suspended' && person.cars > 0 ? <span className="sub">{userMessages.notShown}</span> : null}
    </>
  );
}

/**
 * The status of a user. For a seller who is not verified, the cell contains the button that verifies them
 * (specification, section 2).
 */
function AccountStatusCell({ role, person, onVerified }: AccountStatusCellProps): ReactElement {
  if (person.status === 'suspended') {
    return (
      <Badge kind="stop" icon={Ban}>
        {userMessages.suspended}
      </Badge>
    );
  }
  if (role === 'Seller') return <VerificationCell person={person} onDone={onVerified} />;
  return <Badge kind="line">{userMessages.admins.active}</Badge>;
}

function VerificationCell({ person, onDone }: { person: ListedUser; onDone: () => void }): ReactElement {
  const verification = useVerifySeller(person, onDone);
  const change = findVerificationEvent({ status: person.status, verified: person.permission === 'Verified' });
  if (change === 'unverify') {
    return (
      <Badge kind="ok" icon={Check}>
        {texts.people.verified}
      </Badge>
    );
  }
  if (change === null) return <span />;
  return (
    <Button
      kind={verification.isPending ? 'plain' : 'primary'}
      aria-label={userMessages.verifyNamed(person.name)}
      isBusy={verification.isPending}
      onClick={() => verification.mutate()}
    >
      {texts.people.verify}
    </Button>
  );
}

/** Placeholder rows of the same height, shown while the users are being fetched. */
export function UsersSkeleton({ of: role }: { of: ListedRole }): ReactElement {
  return <TableSkeleton shape={makeTableShape(role)} rows={8} hasAvatar />;
}
