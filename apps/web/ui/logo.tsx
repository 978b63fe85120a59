import type { ReactElement } from 'react';

const bars = [
  { x: 0, height: 8 },
  { x: 4.5, height: 12 },
  { x: 9, height: 17 },
  { x: 13.5, height: 22 },
  { x: 18, height: 17 },
  { x: 22.5, height: 12 },
  { x: 27, height: 8 },
];

/** The logo: seven ticks in the shape of a roof. */
export function Logo(): ReactElement {
  return (
    <svg className="logo" viewBox="0 0 30 22" aria-hidden="true">
      {bars.map(({ x, height }) => (
        <rect key={x} x={x} y={22 - height} width="3" height={height} rx="1" />
      ))}
    </svg>
  );
}
