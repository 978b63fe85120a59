import type { ReactElement } from 'react';
import { importMessages } from '#messages/imports';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { ImportDetail } from './import-detail.tsx';
import { ImportDropZone } from './import-drop.tsx';
import { ImportList } from './import-list.tsx';
import styles from './import-page.module.css';
import type { ImportPageSearch } from './import-queries.ts';

/** The page for a dealer's imports: choosing a file, mapping its columns, checking and importing it. */
export function ImportPage({ choice: { id } }: { choice: ImportPageSearch }): ReactElement {
  return (
    <DashboardPage title={importMessages.title} lead={importMessages.lead}>
      {id === undefined ? (
        <div className={styles.importPage}>
          <ImportDropZone />
          <ImportList />
        </div>
      ) : (
        <ImportDetail key={id} id={id} />
      )}
    </DashboardPage>
  );
}
