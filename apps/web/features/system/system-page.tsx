import type { RequestDurations, SystemNode, SystemState } from '@carhouse/contract/system';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { systemMessages } from '#messages/system';
import { useClient } from '../../app/api.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable, TableRow, type TableShape } from '../../ui/data-table.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { formatCount, formatDecimal } from '../../ui/format.ts';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { FigureBlock, Panel } from '../dashboard/panel.tsx';
import { OverviewSkeleton } from '../dashboard/skeletons.tsx';
import { formatAge, formatDelay } from './format-duration.ts';
import styles from './system-page.module.css';
import { systemQuery } from './system-queries.ts';
import { listServerParts, listWaitingWork, type ServerPartLine } from './system-states.ts';

const { requests, nodes: nodeTexts, unknown } = systemMessages;

/** The page with the state of the server at a glance; the numbers are those of /metrics. */
export function SystemPage(): ReactElement {
  const query = useQuery(systemQuery(useClient()));
  const state = query.data;
  return (
    <DashboardPage
      title={systemMessages.title}
      lead={state === undefined ? undefined : systemMessages.lead(state.version, state.nodes.length)}
    >
      {state === undefined ? (
        <NotLoaded query={query} errorTitle={systemMessages.failed} skeleton={<OverviewSkeleton />} />
      ) : (
        <>
          <RequestFigures state={state} />
          <div className={`cols ${styles.parts}`}>
            <StatePanel title={systemMessages.waiting.title} lines={listWaitingWork(state)} />
            <StatePanel title={systemMessages.parts.title} lines={listServerParts(state)} />
          </div>
          <NodesTable nodes={state.nodes} />
        </>
      )}
    </DashboardPage>
  );
}

function RequestFigures({ state }: { state: SystemState }): ReactElement {
  return (
    <section aria-label={requests.title}>
      <dl className="kpis">
        <FigureBlock name={requests.rate} value={formatDecimal(state.requestsPerSecond)}>
          {requests.inMinute(state.reads.count + state.writes.count)}
        </FigureBlock>
        <FigureBlock name={requests.reads} value={formatOptionalDelay(state.reads.p99)}>
          {describeMedian(state.reads)}
        </FigureBlock>
        <FigureBlock name={requests.writes} value={formatOptionalDelay(state.writes.p99)}>
          {describeMedian(state.writes)}
        </FigureBlock>
        <FigureBlock name={requests.errors} value={formatCount(state.errors)}>
          {requests.errorsHint}
        </FigureBlock>
      </dl>
    </section>
  );
}

function formatOptionalDelay(seconds: number | null): string {
  return seconds === null ? '–' : formatDelay(seconds);
}

function describeMedian({ p50 }: RequestDurations): string {
  return p50 === null ? requests.none : requests.half(formatDelay(p50));
}

const badgeByState = {
  ok: { kind: 'ok', icon: CircleCheck },
  wait: { kind: 'wait', icon: TriangleAlert },
  stop: { kind: 'stop', icon: TriangleAlert },
  unknown: { kind: 'neutral', icon: CircleHelp },
} as const;

function StatePanel({ title, lines }: { title: string; lines: readonly ServerPartLine[] }): ReactElement {
  return (
    <Panel title={title} columnSpan="span-6">
      <ul className="rows">
        {lines.map(({ name, what, value, state, to }) => (
          <li key={name}>
            <div className="rows__main">
              <b>
                {to === undefined ? (
                  name
                ) : (
                  <Link className="link" to={to}>
                    {name}
                  </Link>
                )}
              </b>
              <span className="num">{what}</span>
            </div>
            <div className="rows__end num">
              <Badge kind={badgeByState[state].kind} icon={badgeByState[state].icon}>
                {value}
              </Badge>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const { columns } = nodeTexts;
const table: TableShape = {
  caption: nodeTexts.title,
  columns: [
    { name: columns.node },
    { name: columns.rate, as: 'amount', line: 'named' },
    { name: columns.reads, as: 'amount', line: 'named' },
    { name: columns.writes, as: 'amount', line: 'named' },
    { name: columns.errors, as: 'amount', hiddenFrom: 'second', line: 'named' },
    { name: columns.loop, as: 'amount', hiddenFrom: 'first', line: 'named' },
    { name: columns.connections, as: 'amount', hiddenFrom: 'first', line: 'named' },
    { name: columns.memory, as: 'amount', line: 'named' },
    { name: columns.uptime, as: 'amount', hiddenFrom: 'third', line: 'named' },
  ],
};

function NodesTable({ nodes }: { nodes: readonly SystemNode[] }): ReactElement {
  return (
    <section className={`tablewrap ${styles.nodesFrame}`} aria-label={nodeTexts.title}>
      <DataTable shape={table}>
        {nodes.map((node) => (
          <NodeRow key={node.node} node={node} />
        ))}
      </DataTable>
    </section>
  );
}

function NodeRow({ node }: { node: SystemNode }): ReactElement {
  const { connections, loopDelay } = node;
  const cellTextByColumn = {
    rate: formatDecimal(node.requestsPerSecond),
    reads: formatOptionalDelay(node.reads.p99),
    writes: formatOptionalDelay(node.writes.p99),
    errors: formatCount(node.errors),
    loop: loopDelay === null ? unknown : formatDelay(loopDelay),
    connections: systemMessages.parts.connections.busy(connections.busy, connections.most),
    memory: systemMessages.megabytes(formatCount(Math.round(node.memoryBytes / 1_000_000))),
    uptime: formatAge(node.uptime),
  };
  return (
    <TableRow
      shape={table}
      rowName={nodeTexts.name(node.node)}
      cells={[
        <b key="name">{nodeTexts.name(node.node)}</b>,
        ...Object.entries(cellTextByColumn).map(([name, value]) => (
          <span key={name} className="num">
            {value}
          </span>
        )),
      ]}
    />
  );
}
