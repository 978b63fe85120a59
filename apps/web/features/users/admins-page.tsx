import type { ListedUser } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowDown, UserPlus } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { dashboard } from '#messages/dashboard';
import { people } from '#messages/people';
import { useClient } from '../../app/api.ts';
import { useSignedInUser } from '../../app/signed-in-user.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { date } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { DashPage } from '../dashboard/dash-page.tsx';
import { ChangeStanding } from './change-standing.tsx';
import './people-page.css';
import { adminsQuery, peopleOf } from './people-queries.ts';
import { ResetSecondStep } from './reset-second-step.tsx';

const text = people.admins;

type Asked = { readonly what: 'standing' | 'second-step'; readonly person: ListedUser };

/** Who the admins are: their standing, and the reset of a second step that one of them has lost. */
export function AdminsPage(): ReactElement {
  const list = useInfiniteQuery(adminsQuery(useClient()));
  const [asked, setAsked] = useState<Asked>();
  const admins = peopleOf(list.data);
  const close = () => setAsked(undefined);
  return (
    <DashPage
      title={dashboard.allAdmins}
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
        skeleton={<AdminsSkeleton />}
        empty={<EmptyState title={text.none}>{text.noneHint}</EmptyState>}
      >
        <Frame>
          {admins.map((person) => (
            <AdminRow key={person._id} person={person} onAsk={(what) => setAsked({ what, person })} />
          ))}
        </Frame>
      </ListFrame>
      {asked?.what === 'standing' ? (
        <ChangeStanding
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

function Frame({ children }: { children: ReactNode }): ReactElement {
  const { columns } = people;
  return (
    <table className="stack people">
      <caption className="sr">{text.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.email}</th>
          <th scope="col">{text.state}</th>
          <th scope="col" aria-sort="descending">
            <span className="sorted">
              {columns.joined}
              <Icon of={ArrowDown} />
            </span>
          </th>
          <th scope="col">
            <span className="sr">{columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function AdminRow({ person, onAsk }: { person: ListedUser; onAsk: (what: Asked['what']) => void }): ReactElement {
  const isOwn = useSignedInUser()._id === person._id;
  return (
    <tr>
      <td>
        <span className="who">
          <Avatar name={person.name} photo={person.photoURL} />
          <b>
            <span className="who__name">{person.name}</span>
            {isOwn ? <Badge>{text.you}</Badge> : null}
          </b>
        </span>
      </td>
      <td className="full mail">{person.email}</td>
      <td>
        <State status={person.status} />
      </td>
      <td className="num full joined" data-l={people.columns.joined}>
        {date(person.joinedAt)}
      </td>
      <td className="acts-cell">
        {/* Nobody changes their own standing, and who waits is decided by a confirmation. */}
        {isOwn || person.status === 'waiting' ? null : (
          <span className="acts">
            <Button kind="quiet" aria-label={text.resetNamed(person.name)} onClick={() => onAsk('second-step')}>
              {people.secondStep.reset}
            </Button>
            <Button kind="quiet" aria-label={people.manageNamed(person.name)} onClick={() => onAsk('standing')}>
              {text.standing}
            </Button>
          </span>
        )}
      </td>
    </tr>
  );
}

function State({ status }: Pick<ListedUser, 'status'>): ReactElement {
  if (status === 'suspended') return <Badge kind="stop">{people.suspended}</Badge>;
  return status === 'waiting' ? <Badge kind="wait">{text.waiting}</Badge> : <Badge kind="ok">{text.active}</Badge>;
}

const places = [1, 2, 3];

function AdminsSkeleton(): ReactElement {
  return (
    <div aria-hidden="true">
      <Frame>
        {places.map((place) => (
          <tr key={place} className="skrow">
            {[1, 2, 3, 4, 5].map((column) => (
              <td key={column} className="full">
                <span className="sk" />
              </td>
            ))}
          </tr>
        ))}
      </Frame>
    </div>
  );
}
