import type { ReactElement } from 'react';
import { reconciliationMessages } from '#messages/reconciliation';
import { listEvidenceFacts, splitEvidenceBySide } from './evidence-facts.ts';
import styles from './reconciliation-page.module.css';

/** Shows the evidence of a discrepancy. The facts of the provider and the facts of the server are beside each other. */
export function Evidence({ evidence }: { evidence: Record<string, unknown> }): ReactElement {
  const sides = splitEvidenceBySide(evidence);
  if (sides === undefined) return <Facts sideEvidence={evidence} />;
  return (
    <div className={styles.evidence}>
      <div>
        <p className="small muted">{reconciliationMessages.facts.provider}</p>
        <Facts sideEvidence={sides.provider} />
      </div>
      <div>
        <p className="small muted">{reconciliationMessages.facts.ours}</p>
        <Facts sideEvidence={sides.recorded} />
      </div>
    </div>
  );
}

function Facts({ sideEvidence }: { sideEvidence: unknown }): ReactElement {
  const facts = listEvidenceFacts(sideEvidence);
  if (facts.length === 0) return <p className="small">{reconciliationMessages.unknownFact}</p>;
  return (
    <dl className={`${styles.factsList} num`}>
      {facts.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts keep their order
        <div key={`${name} ${index}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
