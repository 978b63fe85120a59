import type { User } from '@carhouse/contract/accounts';
import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useSignedInUser } from '../../session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Gauge } from '../../ui/gauge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { WaysIn } from './ways-in.tsx';
import './my-profile-page.css';

const ticks = 30;

/** `fault` says why connecting a provider did not work. Photo, name, e-mail, phone, masked password and role (specification, section 2). */
export function MyProfilePage({ fault }: { fault: string | undefined }): ReactElement {
  const user = useSignedInUser();
  const share = filledShare(user);
  return (
    <>
      <div className="dash__head">
        <div>
          <h1>My Profile</h1>
        </div>
      </div>
      <div className="prof">
        <section className="panel prof__id" aria-label="You">
          <Avatar name={user.name} photo={user.photoURL} size="xl" />
          <div>
            <h2>{user.name}</h2>
            <p>
              <RoleName user={user} />
            </p>
          </div>
          <div className="prof__bar">
            <p>
              <span>Profile</span>
              <span className="num">{Math.round(share * 100)}%</span>
            </p>
            <Gauge of={ticks} lit={Math.round(share * ticks)} className="gauge--wide" />
          </div>
        </section>
        <section className="panel">
          <div className="panel__head">
            <h2>Account</h2>
          </div>
          <div className="panel__body">
            <dl className="kv">
              <Fact name="Name">{user.name}</Fact>
              <Fact name="Email">{user.email}</Fact>
              <Fact name="Phone">{user.number ?? 'N/A'}</Fact>
              <Fact name="Password">
                <span aria-hidden="true">••••••••</span>
                <span className="sr">Hidden</span> <Link to="/change-password">Change</Link>
              </Fact>
              <Fact name="Role">
                <RoleName user={user} />
              </Fact>
            </dl>
          </div>
        </section>
        <WaysIn fault={fault} />
      </div>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** An account whose sign-up stopped between its two calls has no role yet: signup finishes it. */
function RoleName({ user }: { user: User }): ReactElement {
  if (user.role === '') return <Link to="/signup">Choose your role</Link>;
  return (
    <>
      {user.role}
      {user.role === 'admin' ? <Icon of={ShieldCheck} className="admin-badge" /> : null}
    </>
  );
}

function filledShare({ name, email, photoURL, number = '', role }: User): number {
  const facts = [name, email, photoURL, number, role];
  return facts.filter((fact) => fact !== '').length / facts.length;
}
