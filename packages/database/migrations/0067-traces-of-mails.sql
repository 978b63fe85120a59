-- The trace of the work that owes a mail (W3C traceparent), so that the delivery belongs to the same trace (decision 0088).

ALTER TABLE outbox ADD COLUMN trace_parent text;
