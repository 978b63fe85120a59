import { WifiOff } from 'lucide-react';
import type { ReactElement } from 'react';
import { layoutMessages } from '#messages/layout';
import { useConnection } from '../../app/use-connection.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './layout.module.css';

/**
 * A bar that is shown while the server is unreachable. The bar says whether the device or the server is offline, and
 * that typed text is not lost.
 */
export function ConnectionBar(): ReactElement {
  const connection = useConnection();
  return (
    <div role="status" className={styles.connection}>
      {connection === 'there' ? null : (
        <p>
          <Icon of={WifiOff} />
          <span>
            <b>{connection === 'no-network' ? layoutMessages.offline.device : layoutMessages.offline.server}</b>{' '}
            {layoutMessages.offline.kept}
          </span>
        </p>
      )}
    </div>
  );
}
