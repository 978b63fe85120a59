import type { FeeRuleAnswer } from '@carhouse/contract/fees';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { feeMessages } from '#messages/fees';
import { useClient } from '../../app/api.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { closeAndFocusList } from '../../ui/focus-list.ts';
import { Icon } from '../../ui/icon.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { TabLink, Tabs } from '../../ui/tabs.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { NotApplicableNote } from '../payment-instructions/not-applied.tsx';
import { AddRule } from './add-rule.tsx';
import { EndRule } from './end-rule.tsx';
import { type FeeRulesFilter, feeRulesQuery } from './fee-queries.ts';
import { FeesSkeleton, FeesTable } from './fees-table.tsx';

/** The page on which admins read, add and end the rules for fees. */
export function FeesPage({ choice }: { choice: FeeRulesFilter }): ReactElement {
  const list = useInfiniteQuery(feeRulesQuery(useClient(), choice));
  const rules = list.data?.pages.flatMap((page) => page.rules) ?? [];
  const [isAdding, setAdding] = useState(false);
  const [endingRule, setEndingRule] = useState<FeeRuleAnswer>();
  return (
    <DashboardPage
      title={feeMessages.title}
      lead={feeMessages.lead}
      actions={
        <Button kind="primary" aria-haspopup="dialog" onClick={() => setAdding(true)}>
          <Icon of={Plus} />
          {feeMessages.form.open}
        </Button>
      }
    >
      <NotApplicableNote page="fees" />
      <Tabs label={feeMessages.tabs.label}>
        <TabLink to="." search={{}} isChosen={choice.show === undefined} count={undefined}>
          {feeMessages.tabs.valid}
        </TabLink>
        <TabLink to="." search={{ show: 'all' }} isChosen={choice.show === 'all'} count={undefined}>
          {feeMessages.tabs.all}
        </TabLink>
      </Tabs>
      <ListFrame
        id={listId}
        label={feeMessages.caption}
        list={list}
        count={rules.length}
        shownCountText={feeMessages.shown(rules.length)}
        errorTitle={feeMessages.failed}
        skeleton={<FeesSkeleton />}
        emptyState={<EmptyState title={feeMessages.none}>{feeMessages.noneHint}</EmptyState>}
      >
        <FeesTable rules={rules} onEndRule={setEndingRule} />
      </ListFrame>
      {isAdding ? <AddRule onClose={() => setAdding(false)} /> : null}
      {endingRule === undefined ? null : (
        <EndRule
          rule={endingRule}
          onClose={() => setEndingRule(undefined)}
          onDone={() => closeAndFocusList(() => setEndingRule(undefined), listId)}
        />
      )}
    </DashboardPage>
  );
}

const listId = 'fee-rules';
