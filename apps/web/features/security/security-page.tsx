import type { SecurityEventAnswer } from '@carhouse/contract/security-events';
import { securityEventNames, securityResults } from '@carhouse/domain/security/security-event';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Ban, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { securityMessages } from '#messages/security';
import { useClient } from '../../app/api.ts';
import { Badge } from '../../ui/badge.tsx';
import { makeButtonClass } from '../../ui/button.tsx';
import { DataTable, TableRow, type TableShape, TableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { formatDate, formatTime } from '../../ui/format-date.ts';
import { ListFrame } from '../../ui/list-frame.tsx';
import { Select } from '../../ui/select.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { FigureBlock } from '../dashboard/panel.tsx';
import styles from './security-page.module.css';
import {
  readSecurityFilters,
  type SecurityFilters,
  securityAlertsQuery,
  securityEventsQuery,
} from './security-queries.ts';

const { columns } = securityMessages;
const table: TableShape = {
  className: styles.security,
  caption: securityMessages.caption,
  columns: [
    { name: columns.event },
    { name: columns.result, width: 'long' },
    { name: columns.who, hiddenFrom: 'third', line: 'plain' },
    { name: columns.when, as: 'newest', width: 'long', line: 'plain' },
  ],
};

/** The page with the security log and its alerts. */
export function SecurityPage({ choice }: { choice: SecurityFilters }): ReactElement {
  const list = useInfiniteQuery(securityEventsQuery(useClient(), choice));
  const events = list.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <DashboardPage title={securityMessages.title} lead={securityMessages.lead}>
      <AlertsPanel />
      <ListFrame
        label={securityMessages.caption}
        tools={<SecurityTools choice={choice} />}
        list={list}
        count={events.length}
        shownCountText={securityMessages.shown(events.length)}
        errorTitle={securityMessages.failed}
        skeleton={<TableSkeleton shape={table} rows={8} />}
        emptyState={<NoEvents isFiltered={Object.keys(choice).length > 0} />}
      >
        <DataTable shape={table}>
          {events.map((event) => (
            <EventRow key={event._id} event={event} />
          ))}
        </DataTable>
      </ListFrame>
    </DashboardPage>
  );
}

const alertNames = ['spraying', 'harvesting', 'hoarding', 'mailLoop'] as const;

/**
 * Shows for each alert rule how many accounts or addresses reach its threshold now. When a number is above 0, an admin
 * should read the security log.
 */
function AlertsPanel(): ReactElement {
  const { data, isError, error, isFetching, refetch } = useQuery(securityAlertsQuery(useClient()));
  if (isError) {
    return (
      <ErrorState title={securityMessages.alerts.failed} isRetrying={isFetching} onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    );
  }
  return (
    <section className={styles.alerts} aria-label={securityMessages.alerts.title}>
      <dl className="kpis">
        {alertNames.map((name) => (
          <FigureBlock
            key={name}
            name={securityMessages.alerts[name].name}
            value={data === undefined ? '–' : formatCount(data[name])}
          >
            {securityMessages.alerts[name].what}
          </FigureBlock>
        ))}
      </dl>
    </section>
  );
}

function SecurityTools({ choice }: { choice: SecurityFilters }): ReactElement {
  const navigate = useNavigate();
  const setFilters = (change: Record<string, unknown>) =>
    void navigate({
      to: '/dashboard/security',
      search: readSecurityFilters({ ...choice, ...change }),
      replace: true,
      resetScroll: false,
    });
  const { filters } = securityMessages;
  return (
    <>
      <Select
        label={filters.event}
        value={choice.event ?? ''}
        onChange={(event) => setFilters({ event: event.currentTarget.value })}
      >
        <option value="">{filters.anyEvent}</option>
        {securityEventNames.map((name) => (
          <option key={name} value={name}>
            {securityMessages.events[name]}
          </option>
        ))}
      </Select>
      <Select
        label={filters.result}
        value={choice.result ?? ''}
        onChange={(event) => setFilters({ result: event.currentTarget.value })}
      >
        <option value="">{filters.anyResult}</option>
        {securityResults.map((name) => (
          <option key={name} value={name}>
            {securityMessages.results[name]}
          </option>
        ))}
      </Select>
    </>
  );
}

function NoEvents({ isFiltered }: { isFiltered: boolean }): ReactElement {
  if (!isFiltered) return <EmptyState title={securityMessages.none}>{securityMessages.noneHint}</EmptyState>;
  return (
    <EmptyState
      title={securityMessages.noMatch}
      action={
        <Link to="/dashboard/security" search={{}} replace className={makeButtonClass({ kind: 'primary' })}>
          {securityMessages.showAll}
        </Link>
      }
    >
      {securityMessages.noMatchHint}
    </EmptyState>
  );
}

const badgesByResult = {
  allowed: { kind: 'ok', icon: CircleCheck },
  refused: { kind: 'stop', icon: Ban },
  failed: { kind: 'wait', icon: TriangleAlert },
} as const;

function EventRow({ event }: { event: SecurityEventAnswer }): ReactElement {
  const { kind, icon } = badgesByResult[event.result];
  return (
    <TableRow
      shape={table}
      rowName={securityMessages.events[event.event]}
      cells={[
        <>
          <b>{securityMessages.events[event.event]}</b>
          {event.route === '' ? null : (
            <span className="sub">
              <code>{event.route}</code>
            </span>
          )}
        </>,
        <>
          <Badge kind={kind} icon={icon}>
            {securityMessages.results[event.result]}
          </Badge>
          {event.code === '' ? null : (
            <span className="sub">
              <RefusalCode code={event.code} />
            </span>
          )}
        </>,
        <>
          {event.account === null && event.address === null ? (
            <span className="sub">{securityMessages.nobody}</span>
          ) : null}
          {event.account === null ? null : (
            <span className="sub">
              <code>{securityMessages.person(event.account)}</code>
            </span>
          )}
          {event.address === null ? null : (
            <span className="sub">
              <code>{securityMessages.network(event.address)}</code>
            </span>
          )}
        </>,
        <span key="when" className="num">
          <time dateTime={event.at}>
            {formatDate(event.at)} {formatTime(event.at)}
          </time>
          {event.count > 1 ? <span className="sub">{securityMessages.times(event.count)}</span> : null}
        </span>,
      ]}
    />
  );
}

/** The code of a refusal. A code that does not fit on a line is broken after one of its underscores. */
function RefusalCode({ code }: { code: string }): ReactElement {
  return <code>{code.split(/(?<=_)/).flatMap((codePart) => [codePart, <wbr key={codePart} />])}</code>;
}
