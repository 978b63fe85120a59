import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { faqMessages } from '#messages/faq';
import { useTakesPayments } from '../../app/business-mode.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './faq-page.module.css';

/**
 * The FAQ page. The four entries of the specification (section 2) each open and close independently, also without
 * scripts. Questions of buyers and sellers follow.
 */
export function FaqPage(): ReactElement {
  const takesPayments = useTakesPayments();
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
        <FaqQuestions id="buying" pagePart={faqMessages.buying} takesPayments={takesPayments} />
        <FaqQuestions id="selling" pagePart={faqMessages.selling} takesPayments={takesPayments} />
      </div>
    </main>
  );
}

type FaqSection = {
  readonly heading: string;
  readonly entries: readonly { readonly question: string; readonly answer: string; readonly introducer?: string }[];
};

/** Questions that are always open. `takesPayments`: whether buyers pay through this site, and not to the seller. */
function FaqQuestions({
  id,
  pagePart,
  takesPayments,
}: {
  id: string;
  pagePart: FaqSection;
  takesPayments: boolean;
}): ReactElement {
  return (
    <section className={styles.faqBuying} aria-labelledby={id}>
      <h2 id={id}>{pagePart.heading}</h2>
      {pagePart.entries.map(({ question, answer, introducer }) => (
        <div key={question}>
          <h3>{question}</h3>
          <p>{introducer === undefined || takesPayments ? answer : introducer}</p>
        </div>
      ))}
    </section>
  );
}

/** Renders a paragraph, with text between backticks as code. */
function Paragraph({ text }: { text: string }): ReactElement {
  const textParts = text.split('`').map((partText, index) => ({ words: partText, place: index }));
  return (
    <p>
      {textParts.map(({ words: content, place: partIndex }) =>
        partIndex % 2 === 1 ? <code key={partIndex}>{content}</code> : content,
      )}
    </p>
  );
}
