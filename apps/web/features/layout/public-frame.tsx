import type { ReactElement, ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Topbar } from './topbar.tsx';

type PublicFrameProps = {
  /** Whether the navbar overlays the image of the home page. */
  readonly overHero: boolean;
  /** Every page brings its own `main` with the id `main`. */
  readonly children: ReactNode;
};

/** Navbar, page, footer. */
export function PublicFrame({ overHero, children }: PublicFrameProps): ReactElement {
  return (
    <>
      <Topbar over={overHero} />
      {children}
      <Footer />
    </>
  );
}
