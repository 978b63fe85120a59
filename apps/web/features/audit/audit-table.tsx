import type { AuditEntryAnswer } from '@carhouse/contract/audit';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Cpu } from 'lucide-react';
import type { ReactElement } from 'react';
import { auditMessages } from '#messages/audit';
import { Avatar } from '../../ui/avatar.tsx';
import { DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { date, time } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { type Change, changesOf } from './audit-changes.ts';
import styles from './audit-page.module.css';

const { columns } = auditMessages;
const table = {
  className: styles.audit,
  caption: auditMessages.caption,
  columns: [columns.who, columns.what, columns.changes, { name: columns.when, as: 'newest' }],
} as const;

/** Each entry with its user, act, time and changes. */
export function AuditTable({ entries }: { entries: readonly AuditEntryAnswer[] }): ReactElement {
  return (
    <DataTable {...table}>
      {entries.map((entry) => (
        <tr key={entry._id}>
          <td className={`full ${styles.auditWho}`}>
            <Actor entry={entry} />
          </td>
          <td className={`full ${styles.auditWhat}`}>
            <What entry={entry} />
          </td>
          <td className="full audit__changes">
            <Changes changes={changesOf(entry.before, entry.after)} />
          </td>
          <td className={`full num ${styles.auditWhen}`}>
            <time dateTime={entry.at}>
              {date(entry.at)} <span>{time(entry.at)}</span>
            </time>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

/** The name links to all acts of this user. */
function Actor({ entry }: { entry: AuditEntryAnswer }): ReactElement {
  const actor = entry.actorId ?? 'machine';
  const name =
    entry.actorId === null ? auditMessages.machine : (entry.actorName ?? auditMessages.filters.person(undefined));
  return (
    <span className="who">
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

function What({ entry }: { entry: AuditEntryAnswer }): ReactElement {
  const { noun, nounId, action } = entry;
  const subject = entry.subject ?? (noun === 'brand' || noun === 'personal_data' ? nounId : null);
  const label = subject ?? nounId;
  return (
    <>
      <span>{auditMessages.actions[`${noun}.${action}`] ?? auditMessages.act(action, noun)}</span>
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

/** Placeholder rows of the same height while the entries load. */
export function AuditSkeleton(): ReactElement {
  return <TableSkeleton {...table} rows={8} avatar />;
}
