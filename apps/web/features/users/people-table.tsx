import type { ListedUser } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import { ArrowDown, Check, Ellipsis } from 'lucide-react';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { people } from '#messages/people';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { count, date } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Seal } from '../../ui/seal.tsx';
import type { ListedRole } from './people-queries.ts';
import { useVerifySeller } from './use-account-change.ts';

type TableProps = {
  readonly of: ListedRole;
  readonly people: readonly ListedUser[];
  readonly onDelete: (person: ListedUser) => void;
  readonly onManage: (person: ListedUser) => void;
};

/** Avatar, name, e-mail and role of each, and what can be done (specification, section 2). */
export function PeopleTable({ of: role, people: listed, onDelete, onManage }: TableProps): ReactElement {
  return (
    <Frame of={role}>
      {listed.map((person) => (
        <PersonRow
          key={person._id}
          of={role}
          person={person}
          onDelete={() => onDelete(person)}
          onManage={() => onManage(person)}
        />
      ))}
    </Frame>
  );
}

function Frame({ of: role, children }: { of: ListedRole; children: ReactNode }): ReactElement {
  const { columns } = people;
  return (
    <table className="stack people">
      <caption className="sr">{people.caption[role]}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.email}</th>
          <th scope="col">{columns.role}</th>
          <th scope="col" className="r">
            {role === 'Seller' ? columns.cars : columns.orders}
          </th>
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

type RowProps = {
  readonly of: ListedRole;
  readonly person: ListedUser;
  readonly onDelete: () => void;
  readonly onManage: () => void;
};

function PersonRow({ of: role, person, onDelete, onManage }: RowProps): ReactElement {
  const { columns } = people;
  const manage = useRef<HTMLButtonElement>(null);
  return (
    <tr>
      <td>
        <span className="who">
          <Avatar name={person.name} photo={person.photoURL} />
          <b>
            <span className="who__name">{person.name}</span>
            {person.permission === 'Verified' ? <Seal /> : null}
            {person.status === 'suspended' ? <Badge kind="stop">{people.suspended}</Badge> : null}
          </b>
        </span>
      </td>
      <td className="full mail">{person.email}</td>
      <td>{person.role}</td>
      <td className="num r" data-l={role === 'Seller' ? columns.cars : columns.orders}>
        {count(role === 'Seller' ? person.cars : person.orders)}
      </td>
      <td className="num full joined" data-l={columns.joined}>
        {date(person.joinedAt)}
      </td>
      <td className="acts-cell">
        <span className="acts">
          {role === 'Seller' ? <Verification person={person} onDone={() => manage.current?.focus()} /> : null}
          <Button
            kind="quiet"
            className="btn--dangerquiet"
            aria-label={people.deleteNamed(person.name)}
            onClick={onDelete}
          >
            {texts.people.delete}
          </Button>
          <button
            ref={manage}
            className="iconbtn"
            type="button"
            aria-label={people.manageNamed(person.name)}
            onClick={onManage}
          >
            <Icon of={Ellipsis} />
          </button>
        </span>
      </td>
    </tr>
  );
}

/** The button, or the text that takes its place (specification, section 2). Who is suspended is not verified now. */
function Verification({ person, onDone }: { person: ListedUser; onDone: () => void }): ReactElement {
  const verification = useVerifySeller(person, onDone);
  if (person.permission === 'Verified') {
    return (
      <span className="isok">
        <Icon of={Check} />
        {texts.people.verified}
      </span>
    );
  }
  if (person.status === 'suspended') return <span />;
  return (
    <Button
      kind={verification.isPending ? 'plain' : 'primary'}
      aria-label={people.verifyNamed(person.name)}
      busy={verification.isPending}
      onClick={() => verification.mutate()}
    >
      {texts.people.verify}
    </Button>
  );
}

const places = [1, 2, 3, 4, 5, 6, 7, 8];

/** Rows of the same height while the people are on their way. */
export function PeopleSkeleton({ of: role }: { of: ListedRole }): ReactElement {
  return (
    <div aria-hidden="true">
      <Frame of={role}>
        {places.map((place) => (
          <tr key={place} className="skrow">
            <td>
              <span className="sk sk--dot" />
            </td>
            <td className="full mail">
              <span className="sk" />
            </td>
            <td>
              <span className="sk" />
            </td>
            <td className="r">
              <span className="sk" />
            </td>
            <td className="full joined">
              <span className="sk" />
            </td>
            <td className="acts-cell">
              <span className="sk" />
            </td>
          </tr>
        ))}
      </Frame>
    </div>
  );
}
