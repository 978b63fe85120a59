import type { AuditEntryAnswer } from '@carhouse/contract/audit';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Cpu } from 'lucide-react';
import type { ReactElement } from 'react';
import { auditMessages } from '#messages/audit';
import { Avatar } from '../../ui/avatar.tsx';
import { DataTable, TableRow, type TableShape, TableSkeleton } from '../../ui/data-table.tsx';
import { formatDate, formatTime } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { type Change, listChanges } from './audit-changes.ts';
import styles from './audit-page.module.css';

const { columns } = auditMessages;
const table: TableShape = {
  className: styles.audit,
  caption: auditMessages.caption,
  columns: [
    { name: columns.who },
    { name: columns.what, line: 'plain' },
    { name: columns.changes, hiddenFrom: 'third', line: 'plain' },
    { name: columns.when, as: 'newest', width: 'long' },
  ],
};

/** A table of audit entries with their user, action, time and changes. */
export function AuditTable({ entries }: { entries: readonly AuditEntryAnswer[] }): ReactElement {
  return (
    <DataTable shape={table}>
      {entries.map((entry) => (
        <TableRow
          key={entry._id}
          shape={table}
          rowName={describeAction(entry)}
          cells={[
            <Actor key="who" entry={entry} />,
            <AuditedRecord key="what" entry={entry} />,
            <Changes key="changes" changes={listChanges(entry.before, entry.after)} />,
            <time key="when" className={`num ${styles.auditWhen}`} dateTime={entry.at}>
              <span>{formatDate(entry.at)}</span> <span>{formatTime(entry.at)}</span>
            </time>,
          ]}
        />
      ))}
    </DataTable>
  );
}

/** Returns the action as text. */
function describeAction({ noun, action }: AuditEntryAnswer): string {
  return auditMessages.actions[`${noun}.${action}`] ?? auditMessages.act(action, noun);
}

/** The name of the user, as a link to all entries of this user. */
function Actor({ entry }: { entry: AuditEntryAnswer }): ReactElement {
  const actor = entry.actorId ?? 'machine';
  const name =
    entry.actorId === null ? auditMessages.machine : (entry.actorName ?? auditMessages.filters.person(undefined));
  return (
    <span className={styles.auditWho}>
      {entry.actorId === null ? (
        <span className="avatar" aria-hidden="true">
          <Icon of={Cpu} />
        </span>
      ) : (
        <Avatar name={name} />
      )}
      <Link
        className={styles.auditLink}
        to="/dashboard/audit"
        search={{ actor }}
        title={auditMessages.filters.byPerson(name)}
      >
        {name}
      </Link>
    </span>
  );
}

function AuditedRecord({ entry }: { entry: AuditEntryAnswer }): ReactElement {
  const { noun, nounId } = entry;
  const subject = entry.subject ?? describeNoun(noun, nounId);
  const label = subject ?? nounId;
  return (
    <>
      <span className="sub">{describeAction(entry)}</span>
      <Link
        className={subject === null ? `${styles.auditLink} ${styles.auditEvent}` : styles.auditLink}
        to="/dashboard/audit"
        search={{ noun, nounId }}
        title={auditMessages.filters.ofThing(label)}
      >
        {subject ?? auditMessages.shortId(nounId)}
      </Link>
    </>
  );
}

/**
 * The name of a record whose id is readable text: a path that was read, or a brand. The result is null for other
 * records.
 */
function describeNoun(noun: string, nounId: string): string | null {
  if (noun === 'personal_data') return auditMessages.reads[nounId] ?? nounId;
  return noun === 'brand' ? nounId : null;
}

function Changes({ changes }: { changes: readonly Change[] }): ReactElement | null {
  if (changes.length === 0) return null;
  return (
    <dl className={`${styles.changes} num`}>
      {changes.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {before === null ? null : <span className={styles.changesOld}>{before}</span>}
            {before === null || after === null ? null : (
              <>
                <Icon of={ArrowRight} />
                <span className="visually-hidden">{auditMessages.to}</span>
              </>
            )}
            {after === null ? null : <span>{after}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Placeholder rows of the same height, shown while the entries load. */
export function AuditSkeleton(): ReactElement {
  return <TableSkeleton shape={table} rows={8} hasAvatar />;
}
