import type { AccountTotals, DisplayStatus } from '@carhouse/contract/accounts';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { userMessages } from '#messages/users';
import { SearchBox } from '../../ui/search-box.tsx';
import { TabLink, Tabs } from '../../ui/tabs.tsx';
import { type ListedRole, readUsersFilters, type UsersFilters } from './user-queries.ts';

type Tab = DisplayStatus | 'all';
const tabsByRole: Readonly<Record<ListedRole, readonly Tab[]>> = {
  Seller: ['all', 'unverified', 'verified', 'suspended'],
  Buyer: ['all', 'suspended'],
};

type TabsProps = {
  readonly role: ListedRole;
  readonly choice: UsersFilters;
  readonly totals: AccountTotals | undefined;
};

/**
 * Tabs for the account statuses, with the number of users in each. The chosen status is in the URL, so that it survives
 * a reload.
 */
export function UsersTabs({ role, choice, totals }: TabsProps): ReactElement {
  const counts: Readonly<Partial<Record<Tab, number>>> =
    totals === undefined
      ? {}
      : role === 'Seller'
        ? {
            all: totals.sellers,
            unverified: totals.toVerify,
            verified: totals.verifiedSellers,
            suspended: totals.suspendedSellers,
          }
        : { all: totals.buyers, suspended: totals.suspendedBuyers };
  return (
    <Tabs label={userMessages.show}>
      {tabsByRole[role].map((tab) => (
        <TabLink
          key={tab}
          to="."
          search={readUsersFilters({ search: choice.search, standing: tab })}
          isChosen={(choice.standing ?? 'all') === tab}
          count={counts[tab]}
        >
          {userMessages.standings[tab]}
        </TabLink>
      ))}
    </Tabs>
  );
}

/** The search field of the list. The text is stored in the URL. */
export function UsersSearch({ choice }: { choice: UsersFilters }): ReactElement {
  const navigate = useNavigate();
  return (
    <SearchBox
      label={userMessages.search}
      value={choice.search ?? ''}
      onSearch={(search) =>
        void navigate({
          to: '.',
          search: (currentSearch: Record<string, unknown>) => readUsersFilters({ ...currentSearch, search }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
