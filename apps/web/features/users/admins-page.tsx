import type { ListedUser } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { userMessages } from '#messages/users';
import { useClient } from '../../app/api.ts';
import { useSignedInUser } from '../../app/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { makeButtonClass } from '../../ui/button.tsx';
import { DataTable, TableRow, type TableShape, TableSkeleton } from '../../ui/data-table.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { PersonCell } from '../../ui/person-cell.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { ChangeAccountStatus, listAccountStatusChanges } from './change-account-status.tsx';
import type { AccountStatusChange } from './use-account-change.ts';
import { ResetSecondStep } from './user-dialogs.tsx';
import { adminsQuery, listLoadedUsers } from './user-queries.ts';
import styles from './users-page.module.css';
import { PersonMenu } from './users-table.tsx';

const text = userMessages.admins;

const { columns } = userMessages;
const table: TableShape = {
  className: styles.users,
  caption: text.caption,
  columns: [
    { name: columns.name },
    { name: columns.joined, as: 'newest', width: 'medium', hiddenFrom: 'second' },
    { name: text.state, width: 'long' },
    { name: columns.more, as: 'menu' },
  ],
  details: true,
};

type AskedStatusChange = { readonly change: 'second-step' | AccountStatusChange; readonly person: ListedUser };

/**
 * The page with the list of admins. On the page an admin changes the account status of other admins and resets a lost
 * second factor.
 */
export function AdminsPage(): ReactElement {
  const list = useInfiniteQuery(adminsQuery(useClient()));
  const [chosenChange, setChosenChange] = useState<AskedStatusChange>();
  const admins = listLoadedUsers(list.data);
  const close = () => setChosenChange(undefined);
  return (
    <DashboardPage
      title={dashboardMessages.allAdmins}
      lead={text.lead}
      actions={
        <Link className={makeButtonClass({})} to="/dashboard/createUser">
          <Icon of={UserPlus} />
          {texts.drawer.createUser}
        </Link>
      }
    >
      <ListFrame
        label={text.caption}
        list={list}
        count={admins.length}
        shownCountText={text.shown(admins.length)}
        errorTitle={text.failed}
        skeleton={<TableSkeleton shape={table} rows={3} hasAvatar />}
        emptyState={<EmptyState title={text.none}>{text.noneHint}</EmptyState>}
      >
        <DataTable shape={table}>
          {admins.map((person) => (
            <AdminRow key={person._id} person={person} onAskAction={(change) => setChosenChange({ change, person })} />
          ))}
        </DataTable>
      </ListFrame>
      {chosenChange === undefined || chosenChange.change === 'second-step' ? null : (
        <ChangeAccountStatus
          person={chosenChange.person}
          change={chosenChange.change}
          listedRole="admin"
          onClose={close}
        />
      )}
      {chosenChange?.change === 'second-step' ? <ResetSecondStep person={chosenChange.person} onClose={close} /> : null}
    </DashboardPage>
  );
}

function AdminRow({
  person,
  onAskAction,
}: {
  person: ListedUser;
  onAskAction: (change: AskedStatusChange['change']) => void;
}): ReactElement {
  const isOwn = useSignedInUser()._id === person._id;
  return (
    <TableRow
      shape={table}
      rowName={person.name}
      cells={[
        <PersonCell key="person" name={person.name} email={person.email} image={person.photoURL}>
          {isOwn ? <Badge>{text.you}</Badge> : null}
        </PersonCell>,
        formatDate(person.joinedAt),
        <AdminState key="state" status={person.status} />,
        listAccountStatusChanges(person, isOwn).length > 0 ? (
          <PersonMenu key="menu" person={person} onAskAction={onAskAction} />
        ) : null,
      ]}
      facts={[{ name: columns.email, value: <EmailAddress email={person.email} />, isWide: true }]}
      links={
        <>
          <Link className={makeButtonClass({})} to="/dashboard/people/$id" params={{ id: person._id }}>
            {userMessages.personPage}
          </Link>
          <Link className={makeButtonClass({})} to="/dashboard/audit" search={{ actor: person._id }}>
            {userMessages.theirActs}
          </Link>
        </>
      }
    />
  );
}

function AdminState({ status }: Pick<ListedUser, 'status'>): ReactElement {
  if (status === 'suspended') return <Badge kind="stop">{userMessages.suspended}</Badge>;
  return status === 'waiting' ? <Badge kind="wait">{text.waiting}</Badge> : <Badge kind="ok">{text.active}</Badge>;
}
