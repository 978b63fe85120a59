import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CreditCard } from 'lucide-react';
import type { ReactElement } from 'react';
import { about } from '#messages/about';
import { useClient } from '../../app/api.ts';
import { Note } from '../../ui/note.tsx';
import { cardFormQuery } from '../bookings/booking-queries.ts';
import './about-page.css';

/** What the server is, and how prices, bookings and payments work. */
export function AboutPage(): ReactElement {
  const { data: cards } = useQuery(cardFormQuery(useClient()));
  return (
    <main id="main" className="wrap about" tabIndex={-1}>
      <div className="about__lead">
        <h1>{about.heading}</h1>
        <p className="lead">{about.lead(texts.brandName)}</p>
        <Link className="btn btn--primary btn--lg" to="/cars">
          {about.browse}
        </Link>
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
          <Link to="/home" hash="feedback">
            {about.questions.link}
          </Link>
          {about.questions.after}
        </p>
      </div>
    </main>
  );
}
