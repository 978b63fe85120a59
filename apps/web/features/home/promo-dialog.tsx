import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { homeSectionMessages } from '#messages/home-sections';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import nightUrl from './art/wide-night.svg?url';
import styles from './home-sections.module.css';

/** The promotional dialog (specification, section 2). */
export function PromoDialog({ onClose }: { onClose: () => void }): ReactElement {
  return (
    <Dialog title={homeSectionMessages.promo.title} isSmall onClose={onClose} image={<PromoArtwork />}>
      <div className="dialog__body">
        <p className="muted">{homeSectionMessages.promo.text}</p>
      </div>
      <div className="dialog__foot">
        <Button onClick={onClose} data-autofocus="">
          {homeSectionMessages.promo.later}
        </Button>
        <Link className="btn btn--primary" to="/cars">
          {homeSectionMessages.promo.browse}
        </Link>
      </div>
    </Dialog>
  );
}

function PromoArtwork(): ReactElement {
  return (
    <div className={styles.promoImg}>
      <img src={nightUrl} alt="" width={1680} height={720} />
    </div>
  );
}
