import { useQuery } from '@tanstack/react-query';
import { Link2, Link2Off, RefreshCw } from 'lucide-react';
import type { ReactElement } from 'react';
import { auditMessages } from '#messages/audit';
import { useClient } from '../../app/api.ts';
import { useHydrated } from '../../app/hydration.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './audit-page.module.css';
import { chainQuery } from './audit-queries.ts';

const text = auditMessages.chain;

/** A sentence with the result of verifying the audit log. */
export function AuditChain(): ReactElement {
  const chain = useChain();
  return (
    <section className={styles.chain} aria-label={text.title} aria-busy={chain.isFetching}>
      <ChainState chain={chain} />
      <Button busy={chain.isFetching} onClick={() => void chain.refetch()}>
        {chain.isFetching ? null : <Icon of={RefreshCw} />}
        {text.again}
      </Button>
    </section>
  );
}

function useChain() {
  // The query starts after hydration, because the server reads the whole audit log for it.
  return useQuery({ ...chainQuery(useClient()), enabled: useHydrated() });
}

function ChainState({ chain }: { chain: ReturnType<typeof useChain> }): ReactElement {
  if (chain.data === undefined) {
    if (!chain.isError) {
      return (
        <p className="loading" role="status">
          <Spinner />
          {text.checking}
        </p>
      );
    }
    return (
      <Callout icon={Link2Off} kind="wait" role="alert">
        {text.failed} {chain.error.message}
      </Callout>
    );
  }
  const { intact, sealed, waiting, faults, head } = chain.data;
  if (!intact) {
    return (
      <Callout icon={Link2Off} kind="stop" role="alert">
        {text.broken(faults.length)}
        <ul className={styles.chainFaults}>
          {faults.slice(0, 10).map((fault) => (
            <li key={`${fault.kind} ${fault.position ?? ''} ${fault.entryId ?? ''}`}>
              {text.place(fault.position)} {text.faults[fault.kind]}
            </li>
          ))}
        </ul>
      </Callout>
    );
  }
  return (
    <Callout icon={Link2} kind="ok" role="status">
      <span className="num">
        {text.whole(sealed)} {text.waiting(waiting)}
      </span>
      {head === null ? null : (
        <span className={styles.chainHead}>
          {text.head} <code>{head.hash.slice(0, 16)}</code>
        </span>
      )}
    </Callout>
  );
}
