import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import type { ReactElement } from 'react';
import { about } from '#texts/about';
import { useClient } from '../../api.ts';
import { Note } from '../../ui/note.tsx';
import { cardFormQuery } from '../bookings/booking-queries.ts';
import './about-page.css';

/** What the house is, and how prices, bookings and payments work. */
export function AboutPage(): ReactElement {
  const { data: cards } = useQuery(cardFormQuery(useClient()));
  return (
    <main id="main" className="wrap about" tabIndex={-1}>
      <div className="about__lead">
        <h1>{about.heading}</h1>
        <p className="lead">{about.lead(texts.brandName)}</p>
        <a className="btn btn--primary btn--lg" href="/cars">
          {about.browse}
        </a>
      </div>
      <div>
        {about.sections.map(({ id, title, text, ...rest }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            <div>
              {text.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {'testMode' in rest && cards?.testMode === true ? <Note icon={CreditCard}>{rest.testMode}</Note> : null}
            </div>
          </section>
        ))}
        <p className="about__ask">
          {about.questions.before}
          <a href="/#feedback">{about.questions.link}</a>
          {about.questions.after}
        </p>
      </div>
    </main>
  );
}
