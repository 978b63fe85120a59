import type { ReactElement } from 'react';
import { home } from '#messages/home';
import { Link } from '../../app/navigation/link.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import nightUrl from './art/wide-night.svg?url';

/** The promotional modal (specification, section 2). */
export function PromoDialog({ onClose }: { onClose: () => void }): ReactElement {
  return (
    <Dialog title={home.promo.title} small onClose={onClose} picture={<Art />}>
      <div className="dlg__body">
        <p className="muted">{home.promo.text}</p>
      </div>
      <div className="dlg__foot">
        <Button onClick={onClose} data-autofocus="">
          {home.promo.later}
        </Button>
        <Link className="btn btn--primary" to="/cars">
          {home.promo.browse}
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
