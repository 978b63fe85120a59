import type { ReactElement } from 'react';
import { Loading } from '../../ui/wheel.tsx';

/** Figures and panels of the same height while the overview is on its way. */
export function OverviewSkeleton(): ReactElement {
  return (
    <>
      <Loading />
      <div aria-hidden="true" className="overview--skeleton">
        <div className="sk overview__figures" />
        <div className="cols">
          <div className="sk overview__panel c7" />
          <div className="sk overview__panel c5" />
          <div className="sk overview__panel c5" />
          <div className="sk overview__panel c7" />
        </div>
      </div>
    </>
  );
}
