import type { Standing } from '@carhouse/contract/accounts';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { people } from '#messages/people';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segments } from '../../ui/segments.tsx';
import { type ListedRole, type PeopleChoice, readPeopleChoice } from './people-queries.ts';

const standings: Readonly<Record<ListedRole, readonly (Standing | 'all')[]>> = {
  Seller: ['all', 'unverified', 'verified', 'suspended'],
  Buyer: ['all', 'suspended'],
};

/** Search and standing. Both stand in the address, so that a reload keeps them. */
export function PeopleTools({ of: role, choice }: { of: ListedRole; choice: PeopleChoice }): ReactElement {
  const navigate = useNavigate();
  const choose = (change: Record<string, unknown>) =>
    void navigate({
      to: '.',
      search: (present: Record<string, unknown>) => readPeopleChoice({ ...present, ...change }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <SearchBox label={people.search} value={choice.search ?? ''} onSearch={(search) => choose({ search })} />
      <Segments
        label={people.show}
        options={standings[role].map((value) => ({ value, label: people.standings[value] }))}
        value={choice.standing ?? 'all'}
        onChoose={(standing) => choose({ standing })}
      />
    </>
  );
}
