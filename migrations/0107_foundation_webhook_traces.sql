-- The trace of what a delivery tells of: its tries go on with it, whatever job reminds of them. Null where nobody traces.
alter table webhook_deliveries add column traceparent text
  constraint webhook_deliveries_traceparent_shape check (traceparent ~ '^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$');
