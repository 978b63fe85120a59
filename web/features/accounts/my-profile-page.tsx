import { ShieldCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import { useSignedInUser } from '../../session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import './my-profile-page.css';

/** Photo, name, e-mail, phone, masked password and role (specification, section 2). */
export function MyProfilePage(): ReactElement {
  const user = useSignedInUser();
  return (
    <>
      <div className="dash__head">
        <div>
          <h1>My Profile</h1>
        </div>
      </div>
      <section className="panel profile">
        <Avatar name={user.name} photo={user.photoURL} size="xl" />
        <dl className="profile__facts">
          <Fact name="Name">{user.name}</Fact>
          <Fact name="Email">{user.email}</Fact>
          <Fact name="Phone">{user.number ?? 'N/A'}</Fact>
          <Fact name="Password">
            <span aria-hidden="true">••••••••</span>
            <span className="sr">Hidden</span>
          </Fact>
          <Fact name="Role">
            {user.role === '' ? 'Not chosen yet' : user.role}
            {user.role === 'admin' ? <Icon of={ShieldCheck} className="admin-badge" /> : null}
          </Fact>
        </dl>
      </section>
    </>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
