import { Link, useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { auditMessages } from '#messages/audit';
import { useSignedInUser } from '../../app/session.ts';
import { makeButtonClass } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './audit-page.module.css';
import { type AuditFilters, readAuditFilters } from './audit-queries.ts';

type ToolsProps = {
  readonly choice: AuditFilters;
  /** The name of the user whose entries are shown, if it is known. */
  readonly actorName: string | undefined;
  /** The name of the record whose entries are shown, if it is known. */
  readonly subject: string | undefined;
};

/** The filters of the list: kind of record, user, and day. All filters are stored in the URL. */
export function AuditTools({ choice, actorName, subject }: ToolsProps): ReactElement {
  const navigate = useNavigate();
  const { _id: ownId } = useSignedInUser();
  const { filters } = auditMessages;
  const setFilters = (change: Record<string, unknown>) =>
    void navigate({
      to: '.',
      search: (currentSearch: Record<string, unknown>) => readAuditFilters({ ...currentSearch, ...change }),
      replace: true,
      resetScroll: false,
    });
  const actor = choice.actor ?? '';
  const isListedActor = ['', 'machine', ownId].includes(actor);
  return (
    <>
      <Select
        label={filters.noun}
        value={choice.noun ?? ''}
        onChange={(event) => setFilters({ noun: event.currentTarget.value, nounId: undefined })}
      >
        <option value="">{filters.everything}</option>
        {Object.entries(auditMessages.nouns).map(([noun, name]) => (
          <option key={noun} value={noun}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label={filters.actor}
        value={actor}
        onChange={(event) => setFilters({ actor: event.currentTarget.value })}
      >
        <option value="">{filters.anybody}</option>
        <option value={ownId}>{filters.oneself}</option>
        <option value="machine">{auditMessages.machine}</option>
        {isListedActor ? null : <option value={actor}>{filters.person(actorName)}</option>}
      </Select>
      <DayField label={filters.day} value={choice.day ?? ''} onChoose={(day) => setFilters({ day })} />
      {choice.nounId === undefined ? null : (
        <Link
          className={makeButtonClass({ className: styles.auditOnly })}
          to="/dashboard/audit"
          search={readAuditFilters({ ...choice, nounId: undefined })}
          aria-label={filters.stop(subject ?? filters.onlyThing)}
        >
          {subject ?? filters.onlyThing}
          <Icon of={X} />
        </Link>
      )}
    </>
  );
}
