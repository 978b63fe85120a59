import { createFileRoute } from '@tanstack/react-router';
import { requireUser } from '../app/guards.ts';
import { DashboardShell } from '../features/dashboard/dashboard-shell.tsx';

export const Route = createFileRoute('/dashboard')({
  beforeLoad: requireUser,
  component: DashboardShell,
});
