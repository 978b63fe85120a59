import type { OwnProduct } from '@carhouse/contract/listings';
import { Link } from '@tanstack/react-router';
import { Ban, CircleCheck, Ellipsis, type LucideIcon, Pencil, RotateCcw } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { productMessages } from '#messages/products';
import { Icon } from '../../../ui/icon.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { type Move, MoveDialog } from './move-dialog.tsx';

type Choice = { readonly move: Move; readonly icon: LucideIcon; readonly name: string };

const withdraw: Choice = { move: 'withdraw', icon: Ban, name: productMessages.withdraw };
const sell: Choice = { move: 'sell', icon: CircleCheck, name: productMessages.sell };
const relist: Choice = { move: 'relist', icon: RotateCcw, name: productMessages.relist };

/** The moves of each status (core/listing/lifecycle.ts) beside the one on the card. */
const choices: Readonly<Record<OwnProduct['status'], readonly Choice[]>> = {
  draft: [{ move: 'publish', icon: CircleCheck, name: productMessages.publish }],
  available: [withdraw, sell],
  withdrawn: [relist, sell],
  sold: [],
};

/** Everything that can be done with a car, behind one button; a sold car has nothing. */
export function ProductMenu({ car }: { car: OwnProduct }): ReactElement | null {
  const [asking, setAsking] = useState<Move>();
  if (car.status === 'sold') return null;
  return (
    <div className="product__menu">
      <Popover
        trigger={<Icon of={Ellipsis} />}
        triggerLabel={productMessages.actionsFor(car.title)}
        triggerClass=""
        panelClass="popover"
      >
        <Link to="/dashboard/myProduct/$id/edit" params={{ id: car._id }} className="popover__item">
          <Icon of={Pencil} />
          {productMessages.edit}
        </Link>
        {choices[car.status].map(({ move, icon, name }) => (
          <button key={move} type="button" className="popover__item" onClick={() => setAsking(move)}>
            <Icon of={icon} />
            {name}
          </button>
        ))}
      </Popover>
      {asking === undefined ? null : <MoveDialog car={car} move={asking} onClose={() => setAsking(undefined)} />}
    </div>
  );
}
