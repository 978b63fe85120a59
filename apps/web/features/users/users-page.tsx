import type { ListedUser } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { userMessages } from '#messages/users';
import { useClient } from '../../app/api.ts';
import { makeButtonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { closeAndFocusList } from '../../ui/focus-list.ts';
import { Icon } from '../../ui/icon.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { ChangeAccountStatus } from './change-account-status.tsx';
import { DeleteUser, ResetSecondStep } from './user-dialogs.tsx';
import { accountTotalsQuery, type ListedRole, listLoadedUsers, type UsersFilters, usersQuery } from './user-queries.ts';
import { type PersonAction, UsersSkeleton, UsersTable } from './users-table.tsx';
import { UsersSearch, UsersTabs } from './users-tools.tsx';

type AskedUserAction = { readonly action: PersonAction; readonly person: ListedUser };

/** The pages All Sellers and All Buyers (specification, section 2). */
export function UsersPage({ of: role, choice }: { of: ListedRole; choice: UsersFilters }): ReactElement {
  const client = useClient();
  const list = useInfiniteQuery(usersQuery(client, role, choice));
  const { data: totals } = useQuery(accountTotalsQuery(client));
  const [chosenAction, setChosenAction] = useState<AskedUserAction>();
  const listedUsers = listLoadedUsers(list.data);
  const userTotal = role === 'Seller' ? totals?.sellers : totals?.buyers;
  const suspendedCount = (role === 'Seller' ? totals?.suspendedSellers : totals?.suspendedBuyers) ?? 0;
  const isFiltered = choice.search !== undefined || choice.standing !== undefined;
  const close = () => setChosenAction(undefined);
  return (
    <DashboardPage
      title={role === 'Seller' ? texts.drawer.allSellers : texts.drawer.allBuyers}
      lead={
        userTotal === undefined ? undefined : userMessages.lead(role, userTotal, totals?.toVerify ?? 0, suspendedCount)
      }
      actions={
        <Link className={makeButtonClass({})} to="/dashboard/createUser">
          <Icon of={UserPlus} />
          {texts.drawer.createUser}
        </Link>
      }
    >
      <UsersTabs role={role} choice={choice} totals={totals} />
      <ListFrame
        id="people"
        label={userMessages.caption[role]}
        tools={<UsersSearch choice={choice} />}
        list={list}
        count={listedUsers.length}
        shownCountText={userMessages.shown(
          role,
          listedUsers.length,
          isFiltered || !list.hasNextPage ? undefined : userTotal,
        )}
        errorTitle={userMessages.failed[role]}
        skeleton={<UsersSkeleton of={role} />}
        emptyState={<NoUsersFound of={role} isFiltered={isFiltered} />}
      >
        <UsersTable
          role={role}
          people={listedUsers}
          onAskAction={(requestedAction, person) => setChosenAction({ action: requestedAction, person })}
        />
      </ListFrame>
      {chosenAction?.action === 'delete' ? (
        <DeleteUser
          person={chosenAction.person}
          listedRole={role}
          onClose={close}
          onDone={() => closeAndFocusList(close, 'people')}
        />
      ) : null}
      {chosenAction === undefined ||
      chosenAction.action === 'second-step' ||
      chosenAction.action === 'delete' ? null : (
        <ChangeAccountStatus
          person={chosenAction.person}
          change={chosenAction.action}
          listedRole={role}
          onClose={close}
        />
      )}
      {chosenAction?.action === 'second-step' ? <ResetSecondStep person={chosenAction.person} onClose={close} /> : null}
    </DashboardPage>
  );
}

function NoUsersFound({ of: role, isFiltered }: { of: ListedRole; isFiltered: boolean }): ReactElement {
  if (!isFiltered) return <EmptyState title={userMessages.none[role]}>{userMessages.noneHint}</EmptyState>;
  return (
    <EmptyState
      title={userMessages.noMatch}
      action={
        <Link to="." search={{}} replace className={makeButtonClass({ kind: 'primary' })}>
          {userMessages.showAll}
        </Link>
      }
    >
      {userMessages.noMatchHint}
    </EmptyState>
  );
}
