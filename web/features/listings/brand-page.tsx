import type { ReactElement } from 'react';

export function BrandPage({ brand }: { brand: string }): ReactElement {
  return <p>{brand}</p>;
}
