import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { computeMonthlyInstalment } from '@carhouse/domain/car/loan';
import { centsFromDollars, dollarsFromCents } from '@carhouse/domain/money/money';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { listingDetailMessages } from '#messages/listing-detail';
import { formatCount, formatDecimal, formatMoney } from '../../../ui/format.ts';
import { formatDate, formatMonth } from '../../../ui/format-date.ts';
import { Meter } from '../../../ui/meter.tsx';
import { describeRemainingCoe } from '../browse/coe.ts';
import styles from './car-page.module.css';
import { classifyUnknownDepreciation } from './missing-facts.ts';
import { computeRunningFigures, type LoanFigure, type RoadTaxFigure } from './running-figures.ts';

const t = listingDetailMessages.running;
const formatWholeDollars = (dollars: number): string => formatMoney(Math.round(dollars));

/** The running costs of a car: each figure with its calculation, a loan with inputs, and the monthly sum. */
export function RunningCosts({ car, today }: { car: ListingDetail; today: string }): ReactElement {
  const { roadTax, loan, monthlyCost: monthly } = computeRunningFigures(car, today);
  return (
    <section className={styles.block} aria-labelledby="running">
      <h2 id="running">{t.heading}</h2>
      <p>{t.lead}</p>
      <div className={styles.run}>
        {loan === null ? (
          <div className={styles.runTop}>
            <CostCells car={car} roadTax={roadTax} />
          </div>
        ) : (
          <CostWithLoan car={car} loan={loan}>
            <CostCells car={car} roadTax={roadTax} />
          </CostWithLoan>
        )}
        {monthly === null || car.status === 'sold' ? null : (
          <div className={styles.sum}>
            <div>
              <b className="num">{t.sum.month(formatWholeDollars(monthly))}</b> {t.sum.toOwn}
            </div>
            <p className="num">{roadTax === null ? t.sum.depreciation : t.sum.both}</p>
          </div>
        )}
      </div>
    </section>
  );
}

function CostCells({ car, roadTax }: { car: ListingDetail; roadTax: RoadTaxFigure | null }): ReactElement {
  return (
    <>
      <CoeCell car={car} />
      <DepreciationCell car={car} />
      {roadTax === null ? null : <RoadTaxCell car={car} tax={roadTax} />}
    </>
  );
}

type CellProps = {
  readonly heading: string;
  readonly value: ReactNode;
  readonly unit?: string;
  readonly contentBesideValue?: ReactNode;
  readonly children: ReactNode;
};

function CostCell({ heading, value, unit, contentBesideValue, children }: CellProps): ReactElement {
  return (
    <div className={styles.runCell}>
      <h3>{heading}</h3>
      <div className={styles.runRow}>
        <p className={`${styles.runValue} num`}>
          {value} {unit === undefined ? null : <small>{unit}</small>}
        </p>
        {contentBesideValue}
      </div>
      <p className={`${styles.runNote} num`}>{children}</p>
    </div>
  );
}

function CoeCell({ car }: { car: ListingDetail }): ReactElement {
  const coe = describeRemainingCoe(car);
  // A text such as `4.3 years` is split, because the number is in a larger font than the unit.
  const [value = '', ...unit] = coe.years === null || coe.years <= 0 ? [coe.text] : coe.text.split(' ');
  return (
    <CostCell
      heading={t.coe.heading}
      value={value}
      {...(unit.length === 0 ? {} : { unit: unit.join(' ') })}
      contentBesideValue={<Meter tallTickCount={coe.fullYears} isLow={coe.isLow} className="meter--lg" />}
    >
      {describeCoeCalculation(car)}
    </CostCell>
  );
}

function describeCoeCalculation({ facts, coeYearsLeft: years }: ListingDetail): string {
  if (facts.coeExpiresOn === null || years === null) return t.coe.unknown;
  if (years <= 0) return t.coe.ranOut;
  const coeEndMonth = formatMonth(facts.coeExpiresOn);
  if (facts.coeRenewed === true || years > 10) return t.coe.renewed(coeEndMonth);
  return t.coe.runsTo(coeEndMonth, formatDecimal(Math.round((10 - years) * 10) / 10));
}

function DepreciationCell({ car }: { car: ListingDetail }): ReactElement {
  const { heading, working, renewed, ask, askWhy, over, noRule } = t.depreciation;
  if (car.depreciationPerYear === null) {
    const unknownReason = classifyUnknownDepreciation(car);
    if (unknownReason.kind !== 'missing') {
      return (
        <CostCell heading={heading} value={<span className={styles.runAsk}>{listingDetailMessages.key.notKnown}</span>}>
          {unknownReason.kind === 'ended' ? over : noRule}
        </CostCell>
      );
    }
    return (
      <CostCell heading={heading} value={<span className={styles.runAsk}>{ask}</span>}>
        {askWhy(unknownReason.factNamesText)}
      </CostCell>
    );
  }
  const years = describeRemainingCoe(car).text;
  const price = formatMoney(car.resalePrice);
  return (
    <CostCell heading={heading} value={formatWholeDollars(car.depreciationPerYear)} unit={t.perYear}>
      {car.facts.coeRenewed === true || car.minimumParf === null
        ? renewed(price, years)
        : `${working(price, formatWholeDollars(car.minimumParf), years)}${describeParfRuleDay(car)}`}
    </CostCell>
  );
}

/**
 * Returns the sentence that says which date decides the PARF rule. When the seller has not entered the date on which
 * the COE was obtained, the sentence says that another date is assumed.
 */
function describeParfRuleDay({ facts: { coeObtainedOn, registeredOn } }: ListingDetail): string {
  if (coeObtainedOn !== null) return t.depreciation.byCoe(formatDate(coeObtainedOn));
  return registeredOn === null ? '' : t.depreciation.byRegistration(formatDate(registeredOn));
}

function RoadTaxCell({ car, tax }: { car: ListingDetail; tax: RoadTaxFigure }): ReactElement {
  const { heading, byEngine, byPower, surcharge, since } = t.roadTax;
  const halfYearlyTaxText = formatWholeDollars(dollarsFromCents(tax.halfYearlyRate));
  const fuel = car.facts.fuel ?? '';
  const engineCcOrPowerKw = tax.by === 'engine' ? car.facts.engineCc : car.facts.powerKw;
  return (
    <CostCell heading={heading} value={formatWholeDollars(dollarsFromCents(tax.perYear))} unit={t.perYear}>
      {tax.by === 'engine'
        ? byEngine(formatCount(engineCcOrPowerKw ?? 0), fuel, halfYearlyTaxText)
        : byPower(formatCount(engineCcOrPowerKw ?? 0), fuel, halfYearlyTaxText)}
      {tax.surchargePercent > 0 ? surcharge(tax.surchargePercent) : ''}
      {since(formatDate(tax.rates.from))}
    </CostCell>
  );
}

/** Largest down payment that the slider offers, in per cent of the price. */
const maxDownPaymentPercent = 90;

function CostWithLoan(props: { car: ListingDetail; loan: LoanFigure; children: ReactNode }): ReactElement {
  const { car, loan, children } = props;
  const minDownPaymentPercent = 100 - loan.maxLoanPercent;
  const [downPercent, setDownPercent] = useState(minDownPaymentPercent);
  const [months, setMonths] = useState(loan.maxLoanMonths);
  const price = centsFromDollars(car.resalePrice);
  const loanCents = (price * BigInt(100 - downPercent)) / 100n;
  const rateBasisPoints = loan.rates.flatRateBasisPoints;
  const instalmentDollars = dollarsFromCents(
    computeMonthlyInstalment(loanCents as typeof price, months, rateBasisPoints),
  );
  const { heading, working, change, downPayment, downValue, limits } = t.loan;
  return (
    <>
      <div className={styles.runTop}>
        {children}
        <CostCell heading={heading} value={formatWholeDollars(instalmentDollars)} unit={t.perMonth}>
          {working(
            downPercent,
            formatMonths(months),
            `${formatDecimal(rateBasisPoints / 100, 2)}%`,
            formatDate(loan.rates.from),
          )}
        </CostCell>
      </div>
      <fieldset className={styles.loan}>
        <legend>{change}</legend>
        <LoanSlider
          label={downPayment}
          value={downPercent}
          valueText={downValue(downPercent, formatWholeDollars((car.resalePrice * downPercent) / 100))}
          range={{ min: minDownPaymentPercent, max: maxDownPaymentPercent, step: 5 }}
          onChange={setDownPercent}
        />
        <LoanSlider
          label={t.loan.months}
          value={months}
          valueText={formatMonths(months)}
          range={{ min: Math.min(12, loan.maxLoanMonths), max: loan.maxLoanMonths, step: 1 }}
          onChange={setMonths}
        />
        <p className="hint">{limits(loan.maxLoanPercent)}</p>
      </fieldset>
    </>
  );
}

function formatMonths(months: number): string {
  return `${formatCount(months)} ${months === 1 ? t.loan.month : t.loan.months.toLowerCase()}`;
}

type SliderProps = {
  readonly label: string;
  readonly value: number;
  readonly valueText: string;
  readonly range: { readonly min: number; readonly max: number; readonly step: number };
  readonly onChange: (value: number) => void;
};

function LoanSlider({ label, value, valueText, range, onChange }: SliderProps): ReactElement {
  const id = useId();
  return (
    <div className={styles.slide1}>
      <label htmlFor={id}>{label}</label>
      <output className="num" htmlFor={id}>
        {valueText}
      </output>
      <input
        id={id}
        type="range"
        {...range}
        value={value}
        aria-valuetext={valueText}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}
