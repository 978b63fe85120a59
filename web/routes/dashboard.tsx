import { createFileRoute } from '@tanstack/react-router';
import { DashboardShell } from '../features/dashboard/dashboard-shell.tsx';
import { requireUser } from '../require-user.ts';

export const Route = createFileRoute('/dashboard')({
  beforeLoad: requireUser,
  component: DashboardShell,
});
