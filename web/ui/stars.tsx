import type { ReactElement } from 'react';

const places = [1, 2, 3, 4, 5];

/** The fixed rating of the specification, section 9: five stars with the second selected. */
export function Stars({ selected = 2 }: { selected?: number }): ReactElement {
  return (
    <span className="stars" role="img" aria-label={`Rated ${selected} of 5`}>
      {places.map((place) => (
        <svg key={place} className={place <= selected ? 'icon on' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 3.2l2.7 5.6 6.1.8-4.5 4.2 1.2 6.1L12 16.9l-5.5 3 1.2-6.1L3.2 9.6l6.1-.8z" />
        </svg>
      ))}
    </span>
  );
}
