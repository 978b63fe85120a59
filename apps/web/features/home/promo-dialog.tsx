import type { ReactElement } from 'react';
import { homeMessages } from '#messages/home';
import { Link } from '../../app/navigation/link.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import nightUrl from './art/wide-night.svg?url';

/** The promotional modal (specification, section 2). */
export function PromoDialog({ onClose }: { onClose: () => void }): ReactElement {
  return (
    <Dialog title={homeMessages.promo.title} small onClose={onClose} picture={<Art />}>
      <div className="dialog__body">
        <p className="muted">{homeMessages.promo.text}</p>
      </div>
      <div className="dialog__foot">
        <Button onClick={onClose} data-autofocus="">
          {homeMessages.promo.later}
        </Button>
        <Link className="btn btn--primary" to="/cars">
          {homeMessages.promo.browse}
        </Link>
      </div>
    </Dialog>
  );
}

function Art(): ReactElement {
  return (
    <div className="promo__img">
      <img src={nightUrl} alt="" width={1680} height={720} />
    </div>
  );
}
