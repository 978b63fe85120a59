import type { Order } from '@carhouse/contract/bookings';
import type { CheckedPayment } from '@carhouse/contract/payments';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ExternalLink, FlaskConical, RefreshCw } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { encode } from 'uqr';
import { paynowMessages } from '#messages/paynow';
import { useClient } from '../../app/api.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { formatMoneyWithCents } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { cardFormQuery } from '../bookings/booking-queries.ts';
import { holdMinutes, lowMinuteCount, useSecondsLeft } from './hold-clock.tsx';
import styles from './pay-by-code.module.css';
import type { ShownCode } from './payment-queries.ts';
import { saveCodePicture } from './save-code-picture.ts';
import { findTrustedHoldEnd, useTimePassed } from './use-hold-end.ts';

const t = paynowMessages;

type PayByCodeProps = {
  readonly order: Order;
  readonly shownCode: ShownCode;
  /** The time at which the server sent the code, in milliseconds since 1970. */
  readonly shownAt: number;
  /** The amount of the charge in dollars. */
  readonly amount: number;
  /** The state of the payment in the last response of the server. */
  readonly paymentCheckResult: UseQueryResult<CheckedPayment>;
  /** Whether a new code is being made. */
  readonly isMakingCode: boolean;
  readonly onNewCode: () => void;
};

/**
 * A PayNow code that the buyer scans with the app of their bank. The page shows without a reload that the code is paid,
 * and offers a new code when the old code can no longer be paid.
 */
export function PayByCode({
  amount,
  order,
  shownCode,
  shownAt,
  paymentCheckResult,
  isMakingCode,
  onNewCode,
}: PayByCodeProps): ReactElement {
  const state = paymentCheckResult.data?.state ?? 'waiting';
  // Another tab of the buyer may have replaced the code.
  const code = paymentCheckResult.data?.code ?? shownCode.code;
  const codeEndsAt = findTrustedHoldEnd(paymentCheckResult.data?.holdEndsAt ?? shownCode.holdEndsAt, shownAt);
  const hasTimePassed = useTimePassed(codeEndsAt);
  const isCodeOver = state !== 'waiting' || hasTimePassed;
  const testMode = useQuery(cardFormQuery(useClient())).data?.testMode === true;
  const amountText = formatMoneyWithCents(amount);
  const statusElementRef = useRef<HTMLDivElement>(null);
  // The button in the code disappears with the old code, so the state of the new code gets the focus.
  const isNewCodeRef = useRef(false);
  useEffect(() => {
    if (isNewCodeRef.current && shownAt > 0) statusElementRef.current?.focus({ preventScroll: true });
    isNewCodeRef.current = false;
  }, [shownAt]);
  const requestNewCode = () => {
    isNewCodeRef.current = true;
    onNewCode();
  };
  return (
    <div className={styles.paynow}>
      <div className={styles.code}>
        <QrCode text={code.data} label={t.codeLabel(amountText)} isCodeOver={isCodeOver} />
        {isCodeOver ? (
          <div className={styles.over}>
            <span>{t.over}</span>
            {state === 'waiting' || state === 'paid' ? null : (
              <Button kind="primary" isBusy={isMakingCode} onClick={requestNewCode}>
                {isMakingCode ? null : <Icon of={RefreshCw} />}
                {t.newCode}
              </Button>
            )}
          </div>
        ) : (
          <span className={styles.mark}>
            <Logo />
          </span>
        )}
      </div>
      <div className={styles.about}>
        {isCodeOver ? null : (
          <>
            {codeEndsAt === undefined ? null : <CodeClock endsAt={codeEndsAt} />}
            <ol className={`${styles.steps} num`}>
              {t.steps(amountText).map((instruction) => (
                <li key={instruction}>{instruction}</li>
              ))}
            </ol>
          </>
        )}
        <CodeStatus
          statusRef={statusElementRef}
          {...describeStatus(state, { hasTimePassed, isServerUnreachable: paymentCheckResult.error !== null })}
        />
        {isCodeOver ? null : <SaveCode data={code.data} fileName={t.fileName(order._id)} />}
        {isCodeOver || !testMode ? null : (
          <Callout icon={FlaskConical} className={styles.test}>
            {t.test}{' '}
            <a className="link" href={code.pageUrl} target="_blank" rel="noreferrer">
              {t.testPage} <Icon of={ExternalLink} />
            </a>
          </Callout>
        )}
      </div>
    </div>
  );
}

type StatusText = {
  readonly title: string;
  readonly text: string;
  /** Whether the page still waits for the payment or for a new code. */
  readonly isBusy: boolean;
};

function describeStatus(
  state: CheckedPayment['state'],
  { hasTimePassed, isServerUnreachable }: { readonly hasTimePassed: boolean; readonly isServerUnreachable: boolean },
): StatusText {
  if (isServerUnreachable) return { ...t.unreachable, isBusy: true };
  switch (state) {
    case 'expired':
    case 'refused':
    case 'none':
    case 'ended':
      return { ...t[state], isBusy: false };
    default:
      return { ...(hasTimePassed ? t.listening : t.waiting), isBusy: true };
  }
}

/** The state of the payment. Screen readers announce each change of the state. */
function CodeStatus(props: StatusText & { readonly statusRef: React.Ref<HTMLDivElement> }): ReactElement {
  return (
    <div className={styles.status} role="status" tabIndex={-1} ref={props.statusRef}>
      {props.isBusy ? <Spinner /> : null}
      <span>
        <b>{props.title}</b>
        <span>{props.text}</span>
      </span>
    </div>
  );
}

/**
 * The remaining time of the code, as a number and as ticks; each tick stands for a minute. Screen readers do not
 * announce the remaining time every second.
 */
function CodeClock({ endsAt }: { endsAt: string }): ReactElement {
  const secondsLeft = useSecondsLeft(endsAt);
  const tallTickCount = Math.min(holdMinutes, Math.ceil(secondsLeft / 60));
  return (
    <>
      <p className={styles.goodFor}>{t.goodFor}</p>
      <p className={`${styles.clock} num`} role="timer" aria-label={t.leftLabel}>
        <b>{t.left(String(Math.floor(secondsLeft / 60)), String(secondsLeft % 60).padStart(2, '0'))}</b>
        <Meter tickCount={holdMinutes} tallTickCount={tallTickCount} isLow={tallTickCount <= lowMinuteCount} />
      </p>
    </>
  );
}

/** Saves the code as a picture, for the app of a bank on the same phone. */
function SaveCode({ data, fileName }: { data: string; fileName: string }): ReactElement {
  const [isSaved, setSaved] = useState(false);
  const savePicture = () => void saveCodePicture(data, fileName).then(setSaved, () => setSaved(false));
  return (
    <p className={styles.save}>
      {t.onThisPhone}{' '}
      <button className="link" type="button" onClick={savePicture}>
        {t.save}
      </button>{' '}
      {t.andOpen} <span role="status">{isSaved ? t.saved : ''}</span>
    </p>
  );
}

/**
 * The QR code as one SVG path, computed in the browser from the provider's data. A quarter of the modules may be
 * unreadable, so the logo can stand in the middle.
 */
function QrCode({ text, label, isCodeOver }: { text: string; label: string; isCodeOver: boolean }): ReactElement {
  const { data, size } = encode(text, { ecc: 'Q', border: 1 });
  const darkModulePathCommands = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className={isCodeOver ? styles.isOver : undefined}
      viewBox={`0 0 ${size} ${size}`}
      role={isCodeOver ? undefined : 'img'}
      aria-hidden={isCodeOver || undefined}
      aria-label={isCodeOver ? undefined : label}
      shapeRendering="crispEdges"
    >
      <path d={darkModulePathCommands.join('')} />
    </svg>
  );
}
