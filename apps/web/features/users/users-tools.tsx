import type { Standing } from '@carhouse/contract/accounts';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { userMessages } from '#messages/users';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segments } from '../../ui/segments.tsx';
import { type ListedRole, readUsersChoice, type UsersChoice } from './user-queries.ts';

const accountStatuses: Readonly<Record<ListedRole, readonly (Standing | 'all')[]>> = {
  Seller: ['all', 'unverified', 'verified', 'suspended'],
  Buyer: ['all', 'suspended'],
};

/** Search and account status. Both are in the URL, so that a reload keeps them. */
export function UsersTools({ of: role, choice }: { of: ListedRole; choice: UsersChoice }): ReactElement {
  const navigate = useNavigate();
  const choose = (change: Record<string, unknown>) =>
    void navigate({
      to: '.',
      search: (present: Record<string, unknown>) => readUsersChoice({ ...present, ...change }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <SearchBox label={userMessages.search} value={choice.search ?? ''} onSearch={(search) => choose({ search })} />
      <Segments
        label={userMessages.show}
        options={accountStatuses[role].map((value) => ({ value, label: userMessages.standings[value] }))}
        value={choice.standing ?? 'all'}
        onChoose={(standing) => choose({ standing })}
      />
    </>
  );
}
