import type { ReactElement, ReactNode } from 'react';
import { sharedMessages } from '#messages/shared';
import pictureUrl from '../home/hero-m.svg?url';
import { Brandmark, ThemeButton } from '../layout/bar-parts.tsx';
import styles from './auth-page.module.css';

type AuthFrameProps = {
  /** The sentence on the image. */
  readonly imageText: string;
  /**
   * Whether the page is outside the public layout, with its own logo and theme button: the user may not open other
   * pages yet. The other pages with this frame are inside the public layout, which has the navbar.
   */
  readonly isOutsideLayout?: boolean;
  readonly children: ReactNode;
};

/** The layout of login and signup: the form on one side, the image with a sentence on the other. */
export function AuthFrame({ imageText, isOutsideLayout = false, children }: AuthFrameProps): ReactElement {
  return (
    <>
      {isOutsideLayout ? (
        <a className="skip" href="#main">
          {sharedMessages.skipToContent}
        </a>
      ) : null}
      <div className={isOutsideLayout ? `${styles.auth} ${styles.alone}` : styles.auth}>
        <div className={styles.authSide}>
          {isOutsideLayout ? (
            <header className={styles.authTop}>
              <Brandmark />
              <ThemeButton />
            </header>
          ) : null}
          <main id="main" className={styles.authInner} tabIndex={-1}>
            {children}
          </main>
        </div>
        <div className={styles.authArt} aria-hidden="true">
          <div>
            <img src={pictureUrl} alt="" />
            <p>{imageText}</p>
          </div>
        </div>
      </div>
    </>
  );
}
