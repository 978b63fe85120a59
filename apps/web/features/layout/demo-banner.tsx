import type { ReactElement } from 'react';
import { layout } from '#messages/layout';

/** First on each page of a demo that strangers reach. It scrolls away with the page and cannot be closed. */
export function DemoBanner(): ReactElement {
  return (
    <aside className="demo-banner" aria-label={layout.demo.label}>
      <p>
        <b>{layout.demo.label}:</b> {layout.demo.text}
      </p>
    </aside>
  );
}
