import type { User } from '@carhouse/contract/accounts';
import { coeYearsLeft } from '@carhouse/domain/car/coe';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import type { ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import { carFormMessages } from '#messages/car-form';
import { sharedMessages } from '#messages/shared';
import { Avatar } from '../../../ui/avatar.tsx';
import { VerifiedBadge } from '../../../ui/badge.tsx';
import { formatBrand, formatMoney } from '../../../ui/format.ts';
import { Logo } from '../../../ui/logo.tsx';
import { CoeLine } from '../browse/coe-line.tsx';
import type { CarFormMethods } from './car-fields.tsx';
import styles from './car-form.module.css';
import type { DraftImage } from './images/draft-image.ts';
import { dropSeparators, isPrice } from './number-text.ts';

type CarPreviewProps = {
  readonly form: CarFormMethods;
  readonly user: User;
  readonly coverImage: DraftImage | undefined;
};

/**
 * A preview of the card while the user enters the car. Screen readers skip the preview, because the form's fields
 * contain the same content.
 */
export function CarPreview({ form, user, coverImage }: CarPreviewProps): ReactElement {
  const car = useWatch({ control: form.control });
  const coeExpiry = car.facts?.coeExpiresOn ?? '';
  const coe = isCompleteDay(coeExpiry) ? coeYearsLeft(coeExpiry, toSingaporeDay(new Date())) : null;
  return (
    <aside className={styles.addSide} aria-label={carFormMessages.preview}>
      <p>{carFormMessages.preview}</p>
      <div className="card" aria-hidden="true">
        <div className="card__image">
          <CoverImage coverImage={coverImage} />
        </div>
        <div className="card__head">
          <p className={`card__title ${car.title?.trim() ? '' : styles.isMissing}`}>
            {car.title?.trim() || carFormMessages.title}
          </p>
          <p className="card__price num">{formatTypedPrice(car.resalePrice)}</p>
        </div>
        <div className="card__sub">
          <span>
            {[car.category ? formatBrand(car.category) : '', car.location?.trim() ?? '']
              .filter((part) => part !== '')
              .join(', ') || sharedMessages.unknown}
          </span>
          <span className="num">
            {carFormMessages.original} <s>{formatTypedPrice(car.originalPrice)}</s>
          </span>
        </div>
        <CoeLine car={{ coeYearsLeft: coe }} />
        <dl className={`facts ${styles.addFacts}`}>
          <div>
            <dt>{carFormMessages.yearsOfUse}</dt>
            <dd className="num">{car.yearsOfUse?.trim() || sharedMessages.unknown}</dd>
          </div>
          <div>
            <dt>{carFormMessages.yearOfPurchase}</dt>
            <dd className="num">{car.yearOfPurchase?.trim() || sharedMessages.unknown}</dd>
          </div>
        </dl>
        <p className="card__desc">{car.description}</p>
        <div className="seller">
          <Avatar name={user.name} image={user.photoURL} size="sm" />
          <span className="seller__name">
            {user.name}
            {user.permission === 'Verified' ? <VerifiedBadge label={carFormMessages.verified} /> : null}
          </span>
        </div>
      </div>
    </aside>
  );
}

function CoverImage({ coverImage }: { coverImage: DraftImage | undefined }): ReactElement {
  const pictureUrl = coverImage?.url ?? coverImage?.previewUrl ?? '';
  if (pictureUrl === '') {
    return (
      <span className="image--none">
        <Logo />
      </span>
    );
  }
  return <img className="image" src={pictureUrl} alt="" />;
}

function formatTypedPrice(text: string | undefined): string {
  return text !== undefined && isPrice(text) ? formatMoney(Number(dropSeparators(text))) : sharedMessages.unknown;
}

/** Whether the text of a date field is complete, such as `2031-11-19`. */
function isCompleteDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
