-- What happens to the tasks of a request is part of its history.
alter table dsar_events drop constraint dsar_events_type_known;
alter table dsar_events add constraint dsar_events_type_known check (type in
  ('created', 'status_change', 'assigned', 'extended', 'responded', 'thirds_notified', 'reminder', 'agency_notified',
   'package_built', 'package_removed', 'answer_delivered', 'answer_opened', 'answer_downloaded',
   'task_added', 'task_sent', 'task_done', 'task_cancelled'));
