import type { ReactElement } from 'react';

export function OverviewPage(): ReactElement {
  return <p>Overview</p>;
}
