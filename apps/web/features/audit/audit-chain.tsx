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
  const chainResult = useChainVerification();
  return (
    <section className={styles.chain} aria-label={text.title} aria-busy={chainResult.isFetching}>
      <ChainVerification chainResult={chainResult} />
      <Button isBusy={chainResult.isFetching} onClick={() => void chainResult.refetch()}>
        {chainResult.isFetching ? null : <Icon of={RefreshCw} />}
        {text.again}
      </Button>
    </section>
  );
}

function useChainVerification() {
  // The query starts after hydration, because its answer requires the server to read the whole audit log.
  return useQuery({ ...chainQuery(useClient()), enabled: useHydrated() });
}

function ChainVerification({ chainResult }: { chainResult: ReturnType<typeof useChainVerification> }): ReactElement {
  if (chainResult.data === undefined) {
    if (!chainResult.isError) {
      return (
        <p className="loading" role="status">
          <Spinner />
          {text.checking}
        </p>
      );
    }
    return (
      <Callout icon={Link2Off} kind="wait" role="alert">
        {text.failed} {chainResult.error.message}
      </Callout>
    );
  }
  const { intact, sealed, waiting, faults, head } = chainResult.data;
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
