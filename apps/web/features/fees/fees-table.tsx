import type { FeeRuleAnswer } from '@carhouse/contract/fees';
import { Link } from '@tanstack/react-router';
import { Check, Clock } from 'lucide-react';
import type { ReactElement } from 'react';
import { feeMessages } from '#messages/fees';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, TableRow, type TableShape, TableSkeleton } from '../../ui/data-table.tsx';
import { formatBrand } from '../../ui/format.ts';
import { formatDate, formatDateTime } from '../../ui/format-date.ts';
import styles from './fees-page.module.css';

const { columns, standings } = feeMessages;
const table: TableShape = {
  caption: feeMessages.caption,
  columns: [
    { name: columns.scope },
    { name: columns.terms, line: 'plain' },
    { name: columns.from, as: 'newest', width: 'long', line: 'plain' },
    { name: columns.standing, width: 'long' },
    { name: columns.actions, as: 'actions' },
  ],
};

type FeesTableProps = {
  readonly rules: readonly FeeRuleAnswer[];
  readonly onEndRule: (rule: FeeRuleAnswer) => void;
};

/** A table of rules, with the scope of each rule, its fee, its beginning, and whether it applies now. */
export function FeesTable({ rules, onEndRule }: FeesTableProps): ReactElement {
  return (
    <DataTable shape={table}>
      {rules.map((rule) => (
        <TableRow
          key={rule._id}
          shape={table}
          rowName={makeScopeName(rule)}
          cells={[
            <ScopeCell key="scope" rule={rule} />,
            <TermsCell key="terms" rule={rule} />,
            <div key="from" className="num">
              <time dateTime={rule.validFrom}>{formatDateTime(rule.validFrom)}</time>
              <span className="sub">{describeCreation(rule)}</span>
            </div>,
            <StandingCell key="standing" rule={rule} />,
            rule.isEnd || rule.standing === 'replaced' ? null : (
              <Button
                key="actions"
                aria-haspopup="dialog"
                aria-label={feeMessages.ending.openOf(makeScopeName(rule))}
                onClick={() => onEndRule(rule)}
              >
                {feeMessages.ending.open}
              </Button>
            ),
          ]}
        />
      ))}
    </DataTable>
  );
}

/** The kind of a rule's scope. */
export function findScopeKind({ seller, brand }: Pick<FeeRuleAnswer, 'seller' | 'brand'>): 'all' | 'brand' | 'seller' {
  if (seller !== null) return 'seller';
  return brand === null ? 'all' : 'brand';
}

/** The name of the seller or the brand to which a rule applies. */
export function makeScopeName({ seller, brand }: Pick<FeeRuleAnswer, 'seller' | 'brand'>): string {
  if (seller !== null) return seller.name;
  return brand === null ? feeMessages.everySale : formatBrand(brand);
}

/** The name of the admin who set the rule, and the day of this act when the rule begins on another day. */
function describeCreation({ createdBy, createdAt, validFrom }: FeeRuleAnswer): string {
  const day = formatDate(createdAt);
  return day === formatDate(validFrom) ? feeMessages.setBy(createdBy) : feeMessages.setByOn(createdBy, day);
}

function ScopeCell({ rule }: { rule: FeeRuleAnswer }): ReactElement {
  const scope = findScopeKind(rule);
  if (rule.seller === null) {
    return (
      <div>
        <b>{makeScopeName(rule)}</b>
        {scope === 'all' ? null : <span className="sub">{feeMessages.scopes[scope]}</span>}
      </div>
    );
  }
  return (
    <div className={styles.scope}>
      <Link className="link" to="/dashboard/people/$id" params={{ id: rule.seller._id }}>
        {rule.seller.name}
      </Link>
      <span className="sub">{feeMessages.scopes.seller}</span>
    </div>
  );
}

function TermsCell({ rule }: { rule: FeeRuleAnswer }): ReactElement {
  if (rule.isEnd) {
    return (
      <div>
        {feeMessages.end}
        <span className="sub">{feeMessages.endHint[findScopeKind(rule) === 'all' ? 'all' : 'other']}</span>
      </div>
    );
  }
  return (
    <div className="num">
      {feeMessages.terms(rule)}
      <span className="sub">{feeMessages.gst(rule)}</span>
    </div>
  );
}

function StandingCell({ rule: { standing: ruleStanding, isEnd } }: { rule: FeeRuleAnswer }): ReactElement {
  switch (ruleStanding) {
    case 'replaced':
      return <Badge kind="line">{standings.replaced}</Badge>;
    case 'future':
      return (
        <Badge kind="wait" icon={Clock}>
          {standings.future}
        </Badge>
      );
    case 'current':
      return isEnd ? (
        <Badge>{standings.ended}</Badge>
      ) : (
        <Badge kind="ok" icon={Check}>
          {standings.current}
        </Badge>
      );
  }
}

/** Placeholder rows of the same height, shown while the rules load. */
export function FeesSkeleton(): ReactElement {
  return <TableSkeleton shape={table} rows={5} />;
}
