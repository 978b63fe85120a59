import type { ReactElement } from 'react';

export function PaymentPage({ id }: { id: string }): ReactElement {
  return <p>{id}</p>;
}
