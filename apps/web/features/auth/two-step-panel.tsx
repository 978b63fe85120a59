import type { CallAnswer } from '@carhouse/contract/call';
import { ownSecondFactors, removeApp, removePasskey, renewRecoveryCodes } from '@carhouse/contract/factors';
import { ownSessions } from '@carhouse/contract/sessions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { secondFactorMessages } from '#messages/second-factor';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { formatDate, formatDateTime } from '../../ui/format-date.ts';
import myProfilePageStyles from '../users/my-profile-page.module.css';
import { ownFactorsQuery } from './account-queries.ts';
import { AuthenticatorDialog } from './app-dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import styles from './second-factor.module.css';

const { panel, removal, renewal } = secondFactorMessages;
type Factors = CallAnswer<typeof ownSecondFactors>;
type Passkey = Factors['passkeys'][number];

/** The dialog of the panel that is open. */
type FactorDialogState =
  | { readonly kind: 'app' | 'passkey' | 'remove-app' | 'renew' }
  | { readonly kind: 'rename' | 'remove-passkey'; readonly passkey: Passkey }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

/** The panel for the user's second factors: an app, passkeys and recovery codes. */
export function TwoStepPanel(): ReactElement {
  const client = useClient();
  const factorsResult = useQuery(ownFactorsQuery(client));
  const [shownDialog, setShownDialog] = useState<FactorDialogState>();
  const isTwoStepOn =
    factorsResult.data !== undefined &&
    (factorsResult.data.appSince !== null || factorsResult.data.passkeys.length > 0);
  return (
    <section className="panel" aria-labelledby="profile-two-step">
      <div className="panel__head">
        <h2 id="profile-two-step">{panel.title}</h2>
        {factorsResult.data === undefined ? null : (
          <Badge kind={isTwoStepOn ? 'ok' : 'wait'} {...(isTwoStepOn ? { icon: Check } : {})}>
            {isTwoStepOn ? panel.on : panel.off}
          </Badge>
        )}
      </div>
      <div className="panel__body">
        <p className={styles.factorsLead}>
          {factorsResult.data?.required ? `${panel.lead} ${panel.required}` : panel.lead}
        </p>
        {factorsResult.data !== undefined ? (
          <FactorList factors={factorsResult.data} isTwoStepOn={isTwoStepOn} onOpen={setShownDialog} />
        ) : (
          <NotLoaded query={factorsResult} errorTitle={panel.failed} />
        )}
      </div>
      {shownDialog === undefined || factorsResult.data === undefined ? null : (
        <FactorDialog shownDialog={shownDialog} factors={factorsResult.data} onOpen={setShownDialog} />
      )}
    </section>
  );
}

type ListProps = {
  readonly factors: Factors;
  readonly isTwoStepOn: boolean;
  readonly onOpen: (shownDialog: FactorDialogState) => void;
};

function FactorList({ factors, isTwoStepOn, onOpen }: ListProps): ReactElement {
  const { appSince, passkeys, recoveryCodes, passkeysPossible } = factors;
  return (
    <dl className={myProfilePageStyles.factList}>
      <div>
        <dt>{panel.app}</dt>
        <dd>
          {appSince === null ? (
            <span className="muted">{panel.notSetUp}</span>
          ) : (
            <Badge kind="ok">{panel.since(formatDate(appSince))}</Badge>
          )}
          <span className={myProfilePageStyles.factListEnd}>
            {appSince === null ? null : (
              <Button kind="quiet" aria-label={panel.removeAppLabel} onClick={() => onOpen({ kind: 'remove-app' })}>
                {panel.remove}
              </Button>
            )}
            <Button
              aria-label={appSince === null ? panel.setUpLabel : panel.replaceLabel}
              onClick={() => onOpen({ kind: 'app' })}
            >
              {appSince === null ? panel.setUp : panel.replace}
            </Button>
          </span>
        </dd>
      </div>
      <div>
        <dt>{panel.passkeys}</dt>
        <dd>
          {passkeys.length === 0 ? (
            <span className="muted">{panel.noPasskeys}</span>
          ) : (
            <ul className={styles.factorsKeys}>
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey._id} passkey={passkey} onOpen={onOpen} />
              ))}
            </ul>
          )}
          {passkeysPossible ? (
            <span className={myProfilePageStyles.factListEnd}>
              <Button onClick={() => onOpen({ kind: 'passkey' })}>{panel.addPasskey}</Button>
            </span>
          ) : (
            <span className="hint">{panel.passkeyImpossible}</span>
          )}
        </dd>
      </div>
      {isTwoStepOn ? (
        <div>
          <dt>{panel.codes}</dt>
          <dd>
            <Badge kind={recoveryCodes > 2 ? 'ok' : 'wait'}>{panel.codesLeft(formatCount(recoveryCodes))}</Badge>
            <span className={myProfilePageStyles.factListEnd}>
              <Button onClick={() => onOpen({ kind: 'renew' })}>{panel.renew}</Button>
            </span>
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

function PasskeyRow({
  passkey,
  onOpen,
}: {
  passkey: Passkey;
  onOpen: (shownDialog: FactorDialogState) => void;
}): ReactElement {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li>
      <div>
        <b>{name}</b>
        <span className="num">
          {panel.added(formatDate(createdAt))},{' '}
          {lastUsedAt === null ? panel.neverUsed : panel.used(formatDateTime(lastUsedAt))}
        </span>
      </div>
      <Button kind="quiet" aria-label={panel.renameLabel(name)} onClick={() => onOpen({ kind: 'rename', passkey })}>
        {panel.rename}
      </Button>
      <Button
        kind="quiet"
        aria-label={panel.removeLabel(name)}
        onClick={() => onOpen({ kind: 'remove-passkey', passkey })}
      >
        {panel.remove}
      </Button>
    </li>
  );
}

type FactorDialogProps = {
  readonly shownDialog: FactorDialogState;
  readonly factors: Factors;
  readonly onOpen: (shownDialog: FactorDialogState | undefined) => void;
};

function FactorDialog({ shownDialog, factors, onOpen }: FactorDialogProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const close = () => onOpen(undefined);
  // The sessions are refreshed too, because adding the first factor ends every other session.
  const reloadFactorsAndSessions = () => invalidate(queryClient, ownSecondFactors, ownSessions);
  /** Shows a success message, and then the new recovery codes, unless there are none. */
  const finishChange = async (sentence: string, codes: readonly string[] = []): Promise<void> => {
    await reloadFactorsAndSessions();
    onOpen(codes.length > 0 ? { kind: 'codes', codes } : undefined);
    toastSuccess(sentence);
  };
  const isLast = (factors.appSince === null ? 0 : 1) + factors.passkeys.length === 1;
  const removalLead = isLast && !factors.required ? `${removal.lead} ${removal.last}` : removal.lead;

  switch (shownDialog.kind) {
    case 'app':
      return <AuthenticatorDialog onClose={close} onDone={(codes) => finishChange(panel.addedApp, codes)} />;
    case 'passkey':
      return <PasskeyDialog onClose={close} onDone={(codes) => finishChange(panel.addedPasskey, codes)} />;
    case 'rename':
      return <PasskeyDialog passkey={shownDialog.passkey} onClose={close} onDone={() => finishChange(panel.renamed)} />;
    case 'codes':
      return <RecoveryCodesDialog codes={shownDialog.codes} onClose={close} />;
    case 'renew':
      return (
        <ConfirmDialog
          texts={renewal}
          onClose={close}
          onConfirm={async () => {
            const { recoveryCodes } = await client(renewRecoveryCodes);
            await reloadFactorsAndSessions();
            onOpen({ kind: 'codes', codes: recoveryCodes });
          }}
        />
      );
    case 'remove-app':
      return (
        <ConfirmDialog
          texts={{ ...removal, title: removal.title(panel.app), lead: removalLead }}
          onClose={close}
          onConfirm={async () => {
            await client(removeApp);
            await finishChange(panel.removedApp);
          }}
        />
      );
    case 'remove-passkey': {
      const { _id, name } = shownDialog.passkey;
      return (
        <ConfirmDialog
          texts={{ ...removal, title: removal.title(name), lead: removalLead }}
          onClose={close}
          onConfirm={async () => {
            await client(removePasskey, { params: { id: _id } });
            await finishChange(panel.removedPasskey);
          }}
        />
      );
    }
  }
}
