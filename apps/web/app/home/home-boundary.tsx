import { Component, type ReactNode } from 'react';
import { ErrorCallout } from '../../features/layout/error-callout.tsx';

type State = { readonly error: unknown };

/** Shows in place of a Home that failed what happened, and draws it again when asked to. */
export class HomeBoundary extends Component<{ readonly children: ReactNode }, State> {
  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override readonly state: State = { error: undefined };

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return <ErrorCallout error={this.state.error} onRetry={() => this.setState({ error: undefined })} />;
  }
}
