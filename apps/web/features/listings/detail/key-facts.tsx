import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { computeYearlyMileage } from '@carhouse/domain/car/yearly-mileage';
import type { ReactElement, ReactNode } from 'react';
import { listingDetailMessages } from '#messages/listing-detail';
import { formatCount, formatKilometres, formatMoney } from '../../../ui/format.ts';
import { formatDate, formatShortMonth } from '../../../ui/format-date.ts';
import { Meter } from '../../../ui/meter.tsx';
import { describeRemainingCoe } from '../browse/coe.ts';
import { formatFact } from '../browse/written-fact.ts';
import styles from './car-first.module.css';
import { formatYears } from './car-head.ts';
import { classifyUnknownDepreciation } from './missing-facts.ts';

const t = listingDetailMessages.key;

type KeyFactsProps = {
  readonly car: ListingDetail;
  /** The day for which figures are computed (ISO date). */
  readonly today: string;
  /** The median yearly cost of similar cars in dollars; null when too few are known. */
  readonly medianSimilarCost: number | null;
};

/** The six facts that buyers ask about first. Each fact stands beside a figure for comparison. */
export function KeyFacts({ car, today, medianSimilarCost }: KeyFactsProps): ReactElement {
  return (
    <dl className={styles.keyFacts}>
      <MileageFact car={car} today={today} />
      <OwnersFact car={car} />
      <RegisteredFact car={car} />
      <CoeFact car={car} />
      <DepreciationFact car={car} medianSimilarCost={medianSimilarCost} />
      <DrivetrainFact car={car} />
    </dl>
  );
}

type FactProps = { readonly name: string; readonly value: ReactNode; readonly comparisonText: string };

function KeyFact({ name, value, comparisonText }: FactProps): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
      {comparisonText === '' ? null : <dd className={`${styles.beside} num`}>{comparisonText}</dd>}
    </div>
  );
}

type CarProps = { readonly car: ListingDetail };

function MileageFact({ car, today }: CarProps & { readonly today: string }): ReactElement {
  if (car.mileageKm === null) return <KeyFact name={t.mileage} value={t.notGiven} comparisonText={t.ask} />;
  const kilometresPerYear = computeYearlyMileage(car, today);
  // In the first year of a car, the yearly mileage equals the mileage and is not repeated.
  const comparisonText =
    kilometresPerYear === null || kilometresPerYear === car.mileageKm
      ? ''
      : t.mileagePerYear(formatKilometres(kilometresPerYear));
  return <KeyFact name={t.mileage} value={formatKilometres(car.mileageKm)} comparisonText={comparisonText} />;
}

function OwnersFact({ car }: CarProps): ReactElement {
  if (car.owners === null) return <KeyFact name={t.owners} value={t.notGiven} comparisonText={t.ask} />;
  return (
    <KeyFact name={t.owners} value={formatCount(car.owners)} comparisonText={t.inYears(formatYears(car.yearsOfUse))} />
  );
}

function RegisteredFact({ car }: CarProps): ReactElement {
  const { registeredOn, yearOfPurchase } = car;
  const manufacturedYear = car.facts.manufacturedYear;
  const comparisonText = manufacturedYear === null ? t.boughtIn(yearOfPurchase) : t.madeIn(manufacturedYear);
  return (
    <KeyFact
      name={t.registered}
      value={registeredOn === null ? t.notGiven : formatShortMonth(registeredOn)}
      comparisonText={comparisonText}
    />
  );
}

function CoeFact({ car }: CarProps): ReactElement {
  const coe = describeRemainingCoe(car);
  const { coeExpiresOn, coeRenewed } = car.facts;
  if (coe.years === null || coeExpiresOn === null)
    return <KeyFact name={t.coe} value={coe.text} comparisonText={t.askCoe} />;
  const coeEndText = formatDate(coeExpiresOn);
  const renewalText = coeRenewed === null ? '' : coeRenewed ? t.renewed : t.notRenewed;
  return (
    <KeyFact
      name={t.coe}
      value={
        <>
          {coe.text} <Meter tallTickCount={coe.fullYears} isLow={coe.isLow} />
        </>
      }
      comparisonText={coe.years <= 0 ? t.coeEnded(coeEndText) : `${t.coeTo(coeEndText)}${renewalText}`}
    />
  );
}

function DepreciationFact({
  car,
  medianSimilarCost,
}: CarProps & { readonly medianSimilarCost: number | null }): ReactElement {
  if (car.depreciationPerYear === null) {
    return <KeyFact name={t.depreciation} value={t.notKnown} comparisonText={explainUnknownDepreciation(car)} />;
  }
  const comparisonText =
    medianSimilarCost === null
      ? t.overCoe(describeRemainingCoe(car).text)
      : t.similarCost(formatMoney(medianSimilarCost));
  return (
    <KeyFact
      name={t.depreciation}
      value={t.perYear(formatMoney(Math.round(car.depreciationPerYear)))}
      comparisonText={comparisonText}
    />
  );
}

/**
 * Why the depreciation is not known, as text. A COE that has ended is not named, because the end of the COE has its own
 * cell.
 */
function explainUnknownDepreciation(car: ListingDetail): string {
  const unknownReason = classifyUnknownDepreciation(car);
  if (unknownReason.kind === 'missing') return t.depreciationNeeds(unknownReason.factNamesText);
  return unknownReason.kind === 'ended' ? '' : t.depreciationNoRule;
}

function DrivetrainFact({ car: { facts } }: CarProps): ReactElement {
  const transmissionAndFuel = [facts.transmission, facts.fuel].filter((fact) => fact !== null).join(', ');
  const engineText = [
    ...(facts.engineCc === null ? [] : [formatFact('engineCc', facts.engineCc)]),
    ...(facts.powerKw === null ? [] : [formatFact('powerKw', facts.powerKw)]),
  ].join(', ');
  return (
    <KeyFact
      name={t.drivetrain}
      value={
        transmissionAndFuel === ''
          ? t.notGiven
          : transmissionAndFuel.charAt(0).toUpperCase() + transmissionAndFuel.slice(1)
      }
      comparisonText={engineText}
    />
  );
}
