-- The certificate that an organisation signs its documents with: one for each.
create table signing_certificates (
  tenant_id uuid not null constraint signing_certificates_tenant_fkey references tenants (id),
  -- In PEM: its own first, then those above it.
  certificates text not null,
  -- PKCS#8.
  private_key_sealed text not null,
  key_type text not null constraint signing_certificates_key_type_known check (key_type in ('RSA', 'EC')),
  not_before timestamptz not null,
  not_after timestamptz not null,
  uploaded_by uuid,
  uploaded_by_name text,
  uploaded_at timestamptz not null,
  -- When its owners got the letter about its end.
  reminded_at timestamptz,
  constraint signing_certificates_pkey primary key (tenant_id),
  constraint signing_certificates_lasts check (not_after > not_before)
);
call protect_tenant_table('signing_certificates');
