import { createFileRoute, Outlet } from '@tanstack/react-router';
import { requireUser } from '../../app/guards.ts';

export const Route = createFileRoute('/_public/_signed-in')({
  beforeLoad: requireUser,
  component: Outlet,
});
