import type { User } from '@carhouse/contract/accounts';
import { askEmailConfirmation } from '@carhouse/contract/passwords';
import { texts } from '@carhouse/contract/texts';
import { isLoadablePhotoUrl } from '@carhouse/domain/image/shown-photo';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, Clock, Pencil, ShieldCheck } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { profileMessages } from '#messages/profile';
import { sharedMessages } from '#messages/shared';
import { useClient } from '../../app/api.ts';
import { useSignedInUser } from '../../app/session.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { formatCount } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Meter } from '../../ui/meter.tsx';
import { describeFailure } from '../auth/failure-text.ts';
import { SellerKindChoice } from '../auth/seller-kind-choice.tsx';
import { SignInMethods } from '../auth/sign-in-methods.tsx';
import { TwoStepPanel } from '../auth/two-step-panel.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { EditProfileDialog, type ProfileFieldName } from './edit-profile-dialog.tsx';
import styles from './my-profile-page.module.css';
import { OwnSessions } from './own-sessions.tsx';
import { YourData } from './your-data.tsx';

const tickCount = 30;
const { account, activity } = profileMessages;

/**
 * The page My Profile: image, name, e-mail, phone, masked password and role (specification, section 2).
 * @param props.fault the code of the reason why connecting a sign-in provider failed
 */
export function MyProfilePage({ fault }: { fault: string | undefined }): ReactElement {
  const user = useSignedInUser();
  const [editedFact, setEditedFact] = useState<ProfileFieldName>();
  return (
    <DashboardPage
      title={texts.drawer.profile}
      actions={
        <Button onClick={() => setEditedFact('name')}>
          <Icon of={Pencil} />
          {profileMessages.edit}
        </Button>
      }
    >
      <div className={styles.profile}>
        <IdentityPanel user={user} />
        <div className={styles.stackcol}>
          <AccountPanel user={user} onEdit={setEditedFact} />
          <ActivityPanel />
          <SignInMethods fault={fault} />
          <TwoStepPanel />
          <OwnSessions />
          <YourData />
        </div>
      </div>
      {editedFact === undefined ? null : (
        <EditProfileDialog user={user} firstField={editedFact} onClose={() => setEditedFact(undefined)} />
      )}
    </DashboardPage>
  );
}

function IdentityPanel({ user }: { user: User }): ReactElement {
  const completeness = computeProfileCompleteness(user);
  return (
    <section className={`panel ${styles.profileIdentity}`} aria-label={profileMessages.you}>
      <Avatar name={user.name} image={user.photoURL} size="xl" />
      <div>
        <h2>{user.name}</h2>
        <p>
          <RoleName user={user} />
        </p>
        {user.photoURL === '' || isLoadablePhotoUrl(user.photoURL) ? null : (
          <p className="hint">{profileMessages.otherSite}</p>
        )}
      </div>
      <div className={styles.profileBar}>
        <p>
          <span>{profileMessages.completeness}</span>
          <span className="num">{profileMessages.percent(formatCount(Math.round(completeness * 100)))}</span>
        </p>
        <Meter tickCount={tickCount} tallTickCount={Math.round(completeness * tickCount)} className="meter--wide" />
      </div>
    </section>
  );
}

function AccountPanel({ user, onEdit }: { user: User; onEdit: (fact: ProfileFieldName) => void }): ReactElement {
  return (
    <section className="panel" aria-labelledby="profile-account">
      <div className="panel__head">
        <h2 id="profile-account">{account.title}</h2>
      </div>
      <div className="panel__body">
        <dl className={styles.factList}>
          <Fact name={account.name} rowEnd={<EditButton name={account.name} onClick={() => onEdit('name')} />}>
            {user.name}
          </Fact>
          <Fact name={account.email} rowEnd={<EmailRowContent user={user} />}>
            <EmailAddress email={user.email} />
          </Fact>
          <Fact name={account.phone} rowEnd={<EditButton name={account.phone} onClick={() => onEdit('number')} />}>
            {user.number ?? account.noPhone}
          </Fact>
          <Fact
            name={account.password}
            rowEnd={
              <Link className="link" to="/change-password" aria-label={account.changePasswordLabel}>
                {account.changePassword}
              </Link>
            }
          >
            <span aria-hidden="true">••••••••</span>
            <span className="visually-hidden">{account.hidden}</span>
          </Fact>
          <Fact name={account.role}>
            <RoleName user={user} />
          </Fact>
        </dl>
        <SellerKindChoice />
      </div>
    </section>
  );
}

function Fact({ name, rowEnd, children }: { name: string; rowEnd?: ReactNode; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span>{children}</span>
        {rowEnd === undefined ? null : <span className={styles.factListEnd}>{rowEnd}</span>}
      </dd>
    </div>
  );
}

function EditButton({ name, onClick }: { name: string; onClick: () => void }): ReactElement {
  return (
    <button className="link" type="button" aria-label={profileMessages.editOf(name)} onClick={onClick}>
      {profileMessages.edit}
    </button>
  );
}

/**
 * The row of the e-mail address, which cannot be changed. The row says whether the address is confirmed. For an address
 * that is not confirmed, the row has a button that requests the confirmation mail again.
 */
function EmailRowContent({ user }: { user: User & { readonly emailConfirmed?: boolean } }): ReactElement {
  const client = useClient();
  const mailMutation = useMutation({
    mutationFn: () => client(askEmailConfirmation),
    onSuccess: () => toastSuccess(profileMessages.email.sent),
    onError: (error) => toastError(describeFailure(error)),
  });
  if (user.emailConfirmed === true) {
    return (
      <Badge kind="ok" icon={Check}>
        {profileMessages.email.confirmed}
      </Badge>
    );
  }
  return (
    <>
      <Badge kind="wait" icon={Clock}>
        {profileMessages.email.open}
      </Badge>
      <Button kind="quiet" isBusy={mailMutation.isPending} onClick={() => mailMutation.mutate()}>
        {profileMessages.email.send}
      </Button>
    </>
  );
}

const placeholders = [1, 2, 3];

/** The table of My Profile with the placeholder content that the specification requires (section 2). */
function ActivityPanel(): ReactElement {
  return (
    <section className="panel" aria-labelledby="profile-activity">
      <div className="panel__head">
        <h2 id="profile-activity">{activity.title}</h2>
        <p>{activity.aside}</p>
      </div>
      <table className={styles.profileActivity}>
        <thead>
          <tr>
            <th scope="col">{activity.when}</th>
            <th scope="col">{activity.what}</th>
            <th scope="col" className="align-right">
              {activity.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {placeholders.map((placeholderNumber) => (
            <tr key={placeholderNumber}>
              <td className="muted">{sharedMessages.unknown}</td>
              <td className="muted">{activity.nothing}</td>
              <td className="align-right muted">{sharedMessages.unknown}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The role of the account. An account without a role has a link to finish the sign-up. */
function RoleName({ user }: { user: User }): ReactElement {
  if (user.role === '') return <Link to="/signup">{account.chooseRole}</Link>;
  return (
    <>
      {user.role}
      {user.role === 'admin' ? <Icon of={ShieldCheck} className="admin-badge" /> : null}
    </>
  );
}

/**
 * The share of the profile's facts that are filled in, from 0 to 1. A photo that no page shows does not count as filled
 * in.
 */
function computeProfileCompleteness({ name, email, photoURL, number = '', role }: User): number {
  const facts = [name, email, isLoadablePhotoUrl(photoURL) ? photoURL : '', number, role];
  return facts.filter((fact) => fact !== '').length / facts.length;
}
