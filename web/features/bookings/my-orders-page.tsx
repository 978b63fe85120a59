import type { ReactElement } from 'react';

export function MyOrdersPage(): ReactElement {
  return <p>My Orders</p>;
}
