import type { User } from '@carhouse/contract/accounts';
import type { ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import { carForm as words } from '#messages/car-form';
import { words as shared } from '#messages/shared-words';
import { Avatar } from '../../../ui/avatar.tsx';
import { money } from '../../../ui/format.ts';
import { Gauge } from '../../../ui/gauge.tsx';
import { Mark } from '../../../ui/mark.tsx';
import { Seal } from '../../../ui/seal.tsx';
import { brandName } from '../browse/brand-facts.ts';
import { coeLeft } from '../browse/coe.ts';
import type { CarForm } from './car-fields.tsx';
import { digitsOf, isPrice, isWholeNumber } from './number-text.ts';
import type { Photo } from './photos/photo.ts';

type CarPreviewProps = { readonly form: CarForm; readonly user: User; readonly cover: Photo | undefined };

/** The card of the car as it is typed. A picture of what comes: everything in it stands in the fields as well. */
export function CarPreview({ form, user, cover }: CarPreviewProps): ReactElement {
  const car = useWatch({ control: form.control });
  const years = isWholeNumber(car.yearsOfUse ?? '', 0, 100) ? Number(digitsOf(car.yearsOfUse ?? '')) : undefined;
  const coe = years === undefined ? undefined : coeLeft({ coeYearsLeft: null, yearsOfUse: years });
  return (
    <aside className="add__side" aria-label={words.preview}>
      <p>{words.preview}</p>
      <div className="card" aria-hidden="true">
        <div className="card__media">
          <Cover cover={cover} />
        </div>
        <div className="card__head">
          <p className={`card__title ${car.title?.trim() ? '' : 'is-missing'}`}>{car.title?.trim() || words.title}</p>
          <p className="card__price num">{priceOf(car.resalePrice)}</p>
        </div>
        <div className="card__sub">
          <span>
            {[car.category ? brandName(car.category) : '', car.location?.trim() ?? '']
              .filter((part) => part !== '')
              .join(', ') || shared.unknown}
          </span>
          <span className="num">
            {words.original} <s>{priceOf(car.originalPrice)}</s>
          </span>
        </div>
        {coe === undefined ? null : (
          <div className="card__coe">
            <Gauge lit={coe.lit} low={coe.low} />
            {coe.words === null ? (
              <span>{words.coeOut}</span>
            ) : (
              <span>
                <b className="num">{coe.words}</b>
                {words.coeLeft}
              </span>
            )}
          </div>
        )}
        <dl className="facts add__facts">
          <div>
            <dt>{words.yearsOfUse}</dt>
            <dd className="num">{car.yearsOfUse?.trim() || shared.unknown}</dd>
          </div>
          <div>
            <dt>{words.yearOfPurchase}</dt>
            <dd className="num">{car.yearOfPurchase?.trim() || shared.unknown}</dd>
          </div>
        </dl>
        <p className="card__desc">{car.description}</p>
        <div className="seller">
          <Avatar name={user.name} photo={user.photoURL} size="sm" />
          <span className="seller__name">
            {user.name}
            {user.permission === 'Verified' ? <Seal label={words.verified} /> : null}
          </span>
        </div>
      </div>
    </aside>
  );
}

function Cover({ cover }: { cover: Photo | undefined }): ReactElement {
  const address = cover?.url ?? cover?.preview ?? '';
  if (address === '') {
    return (
      <span className="picture--none">
        <Mark />
      </span>
    );
  }
  return <img className="picture" src={address} alt="" />;
}

function priceOf(text: string | undefined): string {
  return text !== undefined && isPrice(text) ? money(Number(digitsOf(text))) : shared.unknown;
}
