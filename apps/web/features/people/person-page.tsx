import type { ListedUser } from '@carhouse/contract/accounts';
import type { Person } from '@carhouse/contract/person';
import { texts } from '@carhouse/contract/texts';
import { findVerificationEvent, listAdminEvents } from '@carhouse/domain/account/account-policy';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { adminCarMessages } from '#messages/admin-cars';
import { auditMessages } from '#messages/audit';
import { personMessages } from '#messages/person';
import { sharedMessages } from '#messages/shared';
import { userMessages } from '#messages/users';
import { useClient } from '../../app/api.ts';
import { useSignedInUser } from '../../app/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { formatDate } from '../../ui/format-date.ts';
import { ListFrame } from '../../ui/list-frame.tsx';
import { carsQuery } from '../admin-cars/car-queries.ts';
import { CarsSkeleton, CarsTable } from '../admin-cars/cars-table.tsx';
import { auditQuery } from '../audit/audit-queries.ts';
import { AuditSkeleton, AuditTable } from '../audit/audit-table.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { ChangeAccountStatus, listAccountStatusChanges } from '../users/change-account-status.tsx';
import { useVerifySeller } from '../users/use-account-change.ts';
import { DeleteUser, ResetSecondStep } from '../users/user-dialogs.tsx';
import type { PersonAction } from '../users/users-table.tsx';
import { OrdersTable } from './orders-table.tsx';
import styles from './person-page.module.css';
import { personQuery } from './person-queries.ts';

const text = personMessages;

/** The page of one account for an admin: its facts, cars, orders and audit entries, and the possible actions. */
export function PersonPage({ id }: { id: string }): ReactElement | null {
  const { data } = useQuery(personQuery(useClient(), id));
  if (data === undefined) return null;
  const { account, orders } = data;
  return (
    <DashboardPage
      title={account.name}
      lead={<EmailAddress email={account.email} />}
      actions={<AccountActions key={`${account.status}${account.permission}`} person={account} />}
    >
      <Facts person={data} />
      {account.role === 'Seller' ? <SellerCarsPanel person={account} /> : null}
      <section className={styles.part} aria-label={text.ordersOf(account.name)}>
        <h2>{text.orders}</h2>
        <div className="tablewrap">
          {orders.length === 0 ? (
            <EmptyState title={text.noOrders}>{text.noOrdersHint}</EmptyState>
          ) : (
            <OrdersTable person={account} orders={orders} />
          )}
        </div>
      </section>
      <AuditPanel person={account} />
    </DashboardPage>
  );
}

function Facts({ person: { account, verifiedAt, emailConfirmed } }: { person: Person }): ReactElement {
  return (
    <section className={`panel ${styles.facts}`} aria-label={text.facts}>
      <Avatar name={account.name} image={account.photoURL} size="xl" />
      <dl className="num">
        <AccountFact name={text.role}>{account.role === '' ? text.noRole : account.role}</AccountFact>
        <AccountFact name={text.status}>
          {account.status === 'suspended' ? (
            <Badge kind="stop">{userMessages.suspended}</Badge>
          ) : account.status === 'waiting' ? (
            <Badge kind="wait">{text.waiting}</Badge>
          ) : (
            <Badge kind="ok" icon={Check}>
              {text.active}
            </Badge>
          )}
        </AccountFact>
        {account.role === 'Seller' ? (
          <AccountFact name={text.verified}>
            {verifiedAt === null ? text.notVerified : formatDate(verifiedAt)}
          </AccountFact>
        ) : null}
        <AccountFact name={text.confirmed}>{emailConfirmed ? text.yes : text.no}</AccountFact>
        <AccountFact name={userMessages.columns.phone}>{account.number ?? sharedMessages.unknown}</AccountFact>
        <AccountFact name={userMessages.columns.joined}>{formatDate(account.joinedAt)}</AccountFact>
        {account.role === 'Seller' ? (
          <>
            <AccountFact name={account.status === 'suspended' ? text.carsNotShown : text.carsOnSale}>
              {formatCount(account.cars)}
            </AccountFact>
            <AccountFact name={text.sold}>{formatCount(account.sold)}</AccountFact>
          </>
        ) : null}
        {account.standingReason === null ? null : (
          <AccountFact name={userMessages.columns.lastReason}>{account.standingReason}</AccountFact>
        )}
      </dl>
    </section>
  );
}

function AccountFact({ name, children }: { name: string; children: ReactElement | string }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The buttons for verification, account status and deletion. The lists of accounts have the same buttons. */
function AccountActions({ person }: { person: ListedUser }): ReactElement | null {
  const [chosenAct, setChosenAct] = useState<PersonAction>();
  const isOwnAccount = useSignedInUser()._id === person._id;
  const navigate = useNavigate();
  const verificationMutation = useVerifySeller(person);
  const close = () => setChosenAct(undefined);
  const { role } = person;
  const canVerifySeller =
    role === 'Seller' &&
    findVerificationEvent({ status: person.status, verified: person.permission === 'Verified' }) === 'verify';
  return (
    <>
      {listAccountStatusChanges(person, isOwnAccount).map((change) => (
        <Button
          key={change}
          aria-label={userMessages.standing.named(change, person.name)}
          onClick={() => setChosenAct(change)}
        >
          {userMessages.standing.choices[change]}
        </Button>
      ))}
      {isOwnAccount ? null : (
        <Button
          aria-label={userMessages.secondStep.named(person.name)}
          aria-haspopup="dialog"
          onClick={() => setChosenAct('second-step')}
        >
          {userMessages.secondStep.reset}
        </Button>
      )}
      {(role === 'Seller' || role === 'Buyer') && listAdminEvents(person.status, isOwnAccount).includes('delete') ? (
        <Button
          className="btn--dangerquiet"
          aria-label={userMessages.deleteNamed(person.name)}
          onClick={() => setChosenAct('delete')}
        >
          {texts.people.delete}
        </Button>
      ) : null}
      {canVerifySeller ? (
        <Button
          kind="primary"
          aria-label={userMessages.verifyNamed(person.name)}
          isBusy={verificationMutation.isPending}
          onClick={() => verificationMutation.mutate()}
        >
          {texts.people.verify}
        </Button>
      ) : null}
      {chosenAct === 'delete' && (role === 'Seller' || role === 'Buyer') ? (
        <DeleteUser
          person={person}
          listedRole={role}
          onClose={close}
          onDone={() =>
            void navigate({ to: role === 'Seller' ? '/dashboard/allSeller' : '/dashboard/allBuyers', replace: true })
          }
        />
      ) : null}
      {chosenAct === undefined || chosenAct === 'delete' || chosenAct === 'second-step' || role === '' ? null : (
        <ChangeAccountStatus person={person} listedRole={role} change={chosenAct} onClose={close} />
      )}
      {chosenAct === 'second-step' ? <ResetSecondStep person={person} onClose={close} /> : null}
    </>
  );
}

function SellerCarsPanel({ person }: { person: ListedUser }): ReactElement {
  const list = useInfiniteQuery(carsQuery(useClient(), { seller: person._id }));
  const cars = list.data?.pages.flatMap((page) => page.cars) ?? [];
  const caption = adminCarMessages.captionOf(person.name);
  return (
    <div className={styles.part}>
      <h2>{text.cars}</h2>
      <ListFrame
        label={caption}
        list={list}
        count={cars.length}
        shownCountText={adminCarMessages.shown(cars.length)}
        errorTitle={adminCarMessages.failed}
        skeleton={<CarsSkeleton caption={caption} />}
        emptyState={<EmptyState title={text.noCars}>{text.noCarsHint}</EmptyState>}
      >
        <CarsTable caption={caption} cars={cars} />
      </ListFrame>
    </div>
  );
}

function AuditPanel({ person }: { person: ListedUser }): ReactElement {
  const auditFilters = { noun: 'account', nounId: person._id };
  const list = useInfiniteQuery(auditQuery(useClient(), auditFilters));
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <h2>{text.audit}</h2>
        <Link className={makeButtonClass({})} to="/dashboard/audit" search={{ actor: person._id }}>
          {text.theirActs}
        </Link>
      </div>
      <ListFrame
        label={auditMessages.caption}
        list={list}
        count={entries.length}
        shownCountText={auditMessages.shown(entries.length)}
        errorTitle={auditMessages.failed}
        skeleton={<AuditSkeleton />}
        emptyState={<EmptyState title={text.noAudit}>{text.noAuditHint}</EmptyState>}
      >
        <AuditTable entries={entries} />
      </ListFrame>
    </div>
  );
}
