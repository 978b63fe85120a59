import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { faqMessages } from '#messages/faq';
import { useTakesPayments } from '../../app/business-mode.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './faq-page.module.css';

/**
 * The FAQ page. The four entries of the specification (section 2) each open and close independently, also without scripts.
 * Four entries about buying follow.
 */
export function FaqPage(): ReactElement {
  const isHere = useTakesPayments();
  return (
    <main id="main" className={`wrap ${styles.faq}`} tabIndex={-1}>
      <div className={styles.faqLead}>
        <h1>{faqMessages.heading}</h1>
        <p>{faqMessages.lead}</p>
      </div>
      <div>
        {faqMessages.entries.map(({ question, answer }, index) => (
          <details key={question} open={index === 0}>
            <summary>
              <h2>{question}</h2>
              <Icon of={Plus} />
            </summary>
            <div>
              {answer.map((paragraph) => (
                <Paragraph key={paragraph} text={paragraph} />
              ))}
            </div>
          </details>
        ))}
        <section className={styles.faqBuying} aria-labelledby="buying">
          <h2 id="buying">{faqMessages.buying.heading}</h2>
          {faqMessages.buying.entries.map(({ question, answer, ...rest }) => (
            <div key={question}>
              <h3>{question}</h3>
              <p>{'introducer' in rest && !isHere ? rest.introducer : answer}</p>
            </div>
          ))}
        </section>
      </div>
    </main>
  );
}

/** Renders a paragraph, with text between backticks as code. */
function Paragraph({ text }: { text: string }): ReactElement {
  const parts = text.split('`').map((words, index) => ({ words, place: index }));
  return <p>{parts.map(({ words, place }) => (place % 2 === 1 ? <code key={place}>{words}</code> : words))}</p>;
}
