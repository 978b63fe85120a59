import type { ReactElement } from 'react';
import { orderMessages } from '#messages/orders';

/** A link to the feedback form on the home page. */
export function FeedbackLink(): ReactElement {
  return (
    <a className="link" href="/#feedback">
      {orderMessages.feedbackForm}
    </a>
  );
}
