-- Sign-ins of programs that have no browser (RFC 8628): the program shows a short code, and a person who is signed in
-- answers it. The new session is proven as the session that approved it was, and only while that one holds.
create table device_sign_ins (
  device_hash text not null constraint device_sign_ins_pkey primary key,
  user_code_hash text not null constraint device_sign_ins_user_code_key unique,
  -- The program and its network, for the person to recognise.
  device text not null,
  address_prefix text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answer text constraint device_sign_ins_answer_known check (answer in ('approved', 'refused')),
  user_id uuid constraint device_sign_ins_user_fkey references users (id) on delete cascade,
  session_id uuid
);
create index device_sign_ins_by_user on device_sign_ins (user_id);
create index device_sign_ins_by_expiry on device_sign_ins (expires_at);
call protect_global_table('device_sign_ins');
