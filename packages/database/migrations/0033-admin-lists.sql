-- what one admin has given back in a day
CREATE INDEX refund_actor_idx ON refund (actor_id, created_at) WHERE actor_id IS NOT NULL;
-- all sellers' imports, by when they were uploaded
CREATE INDEX import_newest_idx ON import (created_at DESC, id DESC);
-- the security log of one kind of event
CREATE INDEX security_event_event_idx ON security_event (event, at DESC, id DESC);
