import { Outlet } from '@tanstack/react-router';
import type { ReactElement } from 'react';

export function DashboardShell(): ReactElement {
  return (
    <main id="main" tabIndex={-1}>
      <Outlet />
    </main>
  );
}
