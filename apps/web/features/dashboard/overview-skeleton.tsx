import type { ReactElement } from 'react';
import { Loading } from '../../ui/spinner.tsx';

/** Figures and panels of the same height while the overview is on its way. */
export function OverviewSkeleton(): ReactElement {
  return (
    <>
      <Loading />
      <div aria-hidden="true" className="overview--skeleton">
        <div className="skeleton overview__figures" />
        <div className="cols">
          <div className="skeleton overview__panel span-7" />
          <div className="skeleton overview__panel span-5" />
          <div className="skeleton overview__panel span-5" />
          <div className="skeleton overview__panel span-7" />
        </div>
      </div>
    </>
  );
}
