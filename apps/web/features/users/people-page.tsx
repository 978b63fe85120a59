import type { ListedUser } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { people } from '#messages/people';
import { useClient } from '../../app/api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { DashPage } from '../dashboard/dash-page.tsx';
import { ChangeStanding } from './change-standing.tsx';
import { DeletePerson } from './delete-person.tsx';
import './people-page.css';
import { accountTotalsQuery, type ListedRole, type PeopleChoice, peopleOf, peopleQuery } from './people-queries.ts';
import { PeopleSkeleton, PeopleTable } from './people-table.tsx';
import { PeopleTools } from './people-tools.tsx';
import { ResetSecondStep } from './reset-second-step.tsx';

type Asked = { readonly what: 'delete' | 'standing' | 'second-step'; readonly person: ListedUser };

/** All Sellers and All Buyers (specification, section 2). */
export function PeoplePage({ of: role, choice }: { of: ListedRole; choice: PeopleChoice }): ReactElement {
  const client = useClient();
  const list = useInfiniteQuery(peopleQuery(client, role, choice));
  const { data: totals } = useQuery(accountTotalsQuery(client));
  const [asked, setAsked] = useState<Asked>();
  const listed = peopleOf(list.data);
  const all = role === 'Seller' ? totals?.sellers : totals?.buyers;
  const suspended = (role === 'Seller' ? totals?.suspendedSellers : totals?.suspendedBuyers) ?? 0;
  const chosen = choice.search !== undefined || choice.standing !== undefined;
  const close = () => setAsked(undefined);
  return (
    <DashPage
      title={role === 'Seller' ? texts.drawer.allSellers : texts.drawer.allBuyers}
      lead={all === undefined ? undefined : people.lead(role, all, totals?.toVerify ?? 0, suspended)}
      actions={
        <Link className={buttonClass({})} to="/dashboard/createUser">
          <Icon of={UserPlus} />
          {texts.drawer.createUser}
        </Link>
      }
    >
      <ListFrame
        id="people"
        label={people.caption[role]}
        tools={<PeopleTools of={role} choice={choice} />}
        list={list}
        count={listed.length}
        shown={people.shown(role, listed.length, chosen || !list.hasNextPage ? undefined : all)}
        failed={people.failed[role]}
        skeleton={<PeopleSkeleton of={role} />}
        empty={<Nobody of={role} chosen={chosen} />}
      >
        <PeopleTable
          of={role}
          people={listed}
          onDelete={(person) => setAsked({ what: 'delete', person })}
          onManage={(person) => setAsked({ what: 'standing', person })}
        />
      </ListFrame>
      {asked?.what === 'delete' ? (
        <DeletePerson
          person={asked.person}
          of={role}
          onClose={close}
          onDone={() => {
            close();
            // The row with the button that opened the question goes away.
            document.getElementById('people')?.focus({ preventScroll: true });
          }}
        />
      ) : null}
      {asked?.what === 'standing' ? (
        <ChangeStanding
          person={asked.person}
          of={role}
          onClose={close}
          onReset={() => setAsked({ what: 'second-step', person: asked.person })}
        />
      ) : null}
      {asked?.what === 'second-step' ? <ResetSecondStep person={asked.person} onClose={close} /> : null}
    </DashPage>
  );
}

function Nobody({ of: role, chosen }: { of: ListedRole; chosen: boolean }): ReactElement {
  if (!chosen) return <EmptyState title={people.none[role]}>{people.noneHint}</EmptyState>;
  return (
    <EmptyState
      title={people.noMatch}
      action={
        <Link to="." search={{}} replace className={buttonClass({ kind: 'primary' })}>
          {people.showAll}
        </Link>
      }
    >
      {people.noMatchHint}
    </EmptyState>
  );
}
