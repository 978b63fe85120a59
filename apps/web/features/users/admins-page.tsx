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
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { date } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { DashPage } from '../dashboard/dash-page.tsx';
import { accountStatusChanges, ChangeAccountStatus } from './change-account-status.tsx';
import { ResetSecondStep } from './user-dialogs.tsx';
import { adminsQuery, usersOf } from './user-queries.ts';
import styles from './users-page.module.css';

const text = userMessages.admins;

const { columns } = userMessages;
const table = {
  className: styles.users,
  caption: text.caption,
  columns: [
    columns.name,
    columns.email,
    text.state,
    { name: columns.joined, as: 'newest' },
    { name: columns.actions, as: 'actions' },
  ],
} as const;

type Asked = { readonly what: 'standing' | 'second-step'; readonly person: ListedUser };

/** The admins: their account status, and the reset of a second factor that one of them has lost. */
export function AdminsPage(): ReactElement {
  const list = useInfiniteQuery(adminsQuery(useClient()));
  const [asked, setAsked] = useState<Asked>();
  const admins = usersOf(list.data);
  const close = () => setAsked(undefined);
  return (
    <DashPage
      title={dashboardMessages.allAdmins}
      lead={text.lead}
      actions={
        <Link className={buttonClass({})} to="/dashboard/createUser">
          <Icon of={UserPlus} />
          {texts.drawer.createUser}
        </Link>
      }
    >
      <ListFrame
        label={text.caption}
        list={list}
        count={admins.length}
        shown={text.shown(admins.length)}
        failed={text.failed}
        skeleton={<TableSkeleton {...table} rows={3} />}
        empty={<EmptyState title={text.none}>{text.noneHint}</EmptyState>}
      >
        <DataTable {...table}>
          {admins.map((person) => (
            <AdminRow key={person._id} person={person} onAsk={(what) => setAsked({ what, person })} />
          ))}
        </DataTable>
      </ListFrame>
      {asked?.what === 'standing' ? (
        <ChangeAccountStatus
          person={asked.person}
          of="admin"
          onClose={close}
          onReset={() => setAsked({ what: 'second-step', person: asked.person })}
        />
      ) : null}
      {asked?.what === 'second-step' ? <ResetSecondStep person={asked.person} onClose={close} /> : null}
    </DashPage>
  );
}

function AdminRow({ person, onAsk }: { person: ListedUser; onAsk: (what: Asked['what']) => void }): ReactElement {
  const isOwn = useSignedInUser()._id === person._id;
  return (
    <tr>
      <td>
        <span className="who">
          <Avatar name={person.name} image={person.photoURL} />
          <b>
            <span className={styles.whoName}>{person.name}</span>
            {isOwn ? <Badge>{text.you}</Badge> : null}
          </b>
        </span>
      </td>
      <td className="full mail">{person.email}</td>
      <td>
        <State status={person.status} />
      </td>
      <td className={`num full ${styles.joined}`} data-l={columns.joined}>
        {date(person.joinedAt)}
      </td>
      <td className="actions-cell">
        {accountStatusChanges(person, isOwn).length === 0 ? null : (
          <span className="actions">
            <Button kind="quiet" aria-label={text.resetNamed(person.name)} onClick={() => onAsk('second-step')}>
              {userMessages.secondStep.reset}
            </Button>
            <Button kind="quiet" aria-label={userMessages.manageNamed(person.name)} onClick={() => onAsk('standing')}>
              {text.standing}
            </Button>
          </span>
        )}
      </td>
    </tr>
  );
}

function State({ status }: Pick<ListedUser, 'status'>): ReactElement {
  if (status === 'suspended') return <Badge kind="stop">{userMessages.suspended}</Badge>;
  return status === 'waiting' ? <Badge kind="wait">{text.waiting}</Badge> : <Badge kind="ok">{text.active}</Badge>;
}
