import type { EventRecord } from '../ledger/records.ts';

/** An event in the format of the API. */
export function presentEvent(event: EventRecord) {
  return {
    id: event.id,
    object: 'event',
    ...(event.account === undefined ? {} : { account: event.account }),
    api_version: event.apiVersion,
    created: event.created,
    data: { object: event.object },
    livemode: false,
    pending_webhooks: event.delivery === 'pending' ? 1 : 0,
    request: event.request,
    type: event.type,
  };
}
