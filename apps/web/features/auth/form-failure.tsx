import { CircleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { Callout } from '../../ui/callout.tsx';

/** Why a form, or the link that opened it, came to nothing. */
export function FormFailure({ children }: { readonly children: string }): ReactElement {
  return (
    <Callout icon={CircleAlert} kind="stop" role="alert" className="redirect">
      {children}
    </Callout>
  );
}
