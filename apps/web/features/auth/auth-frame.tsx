import type { ReactElement, ReactNode } from 'react';
import { sharedMessages } from '#messages/shared';
import pictureUrl from '../home/hero-m.svg?url';
import { Brandmark, ThemeButton } from '../layout/bar-parts.tsx';
import styles from './auth-page.module.css';

/** The layout of login and signup: the form on one side, the image with a sentence on the other. */
export function AuthFrame({ line, children }: { line: string; children: ReactNode }): ReactElement {
  return (
    <>
      <a className="skip" href="#main">
        {sharedMessages.skipToContent}
      </a>
      <div className={styles.auth}>
        <div className={styles.authSide}>
          <header className={styles.authTop}>
            <Brandmark />
            <ThemeButton />
          </header>
          <main id="main" className={styles.authInner} tabIndex={-1}>
            {children}
          </main>
        </div>
        <div className={styles.authArt} aria-hidden="true">
          <div>
            <img src={pictureUrl} alt="" />
            <p>{line}</p>
          </div>
        </div>
      </div>
    </>
  );
}
