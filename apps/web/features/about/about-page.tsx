import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CreditCard } from 'lucide-react';
import type { ReactElement } from 'react';
import { aboutMessages } from '#messages/about';
import { useClient } from '../../app/api.ts';
import { useTakesPayments } from '../../app/business-mode.ts';
import { Callout } from '../../ui/callout.tsx';
import { cardFormQuery } from '../bookings/booking-queries.ts';
import styles from './about-page.module.css';

/** The page that explains what the site is, and how prices, bookings and payments work. */
export function AboutPage(): ReactElement {
  const takesPayments = useTakesPayments();
  const { data: cards } = useQuery(cardFormQuery(useClient()));
  return (
    <main id="main" className={`wrap ${styles.about}`} tabIndex={-1}>
      <div className={styles.aboutLead}>
        <h1>{aboutMessages.heading}</h1>
        <p className="lead">{aboutMessages.lead(texts.brandName)}</p>
        <Link className="btn btn--primary btn--lg" to="/cars">
          {aboutMessages.browse}
        </Link>
      </div>
      <div>
        {aboutMessages.sections.map(({ id, title, text, ...rest }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            <div>
              {('introducer' in rest && !takesPayments ? rest.introducer : text).map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {'testMode' in rest && takesPayments && cards?.testMode === true ? (
                <Callout icon={CreditCard}>{rest.testMode}</Callout>
              ) : null}
            </div>
          </section>
        ))}
        <p className={styles.aboutAsk}>
          {aboutMessages.questions.before}
          <Link to="/home" hash="feedback">
            {aboutMessages.questions.link}
          </Link>
          {aboutMessages.questions.after}
        </p>
      </div>
    </main>
  );
}
