import type { ReactElement } from 'react';
import { layoutMessages } from '#messages/layout';
import styles from './layout.module.css';

/** First on each page of a demo that strangers reach. It scrolls away with the page and cannot be closed. */
export function DemoBanner(): ReactElement {
  return (
    <aside className={styles.demoBanner} aria-label={layoutMessages.demo.label}>
      <p>
        <b>{layoutMessages.demo.label}:</b> {layoutMessages.demo.text}
      </p>
    </aside>
  );
}
