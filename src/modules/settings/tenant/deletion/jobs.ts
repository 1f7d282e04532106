import type { JobDefinition } from '#jobs/definition.ts'
import { CERTIFICATE, mailCertificate } from './certificate.ts'
import { eraseDue } from './service.ts'

/** Resumes after a killed process: records are counted in the transaction that deletes them. */
export const ERASE_JOB: JobDefinition = {
  name: 'settings.erase-tenants',
  every: '*/15 * * * *',
  atStart: true,
  retry: { limit: 20, delaySeconds: 60, longestDelaySeconds: 900 },
  expireInSeconds: 6 * 3600,
  async run(env) {
    await eraseDue(env)
  },
}

export const CERTIFICATE_JOB: JobDefinition = {
  name: CERTIFICATE,
  retry: { limit: 20, delaySeconds: 60, longestDelaySeconds: 4 * 3600 },
  run: ({ access, mailer, tools }, { erasureId }: { erasureId: string }) =>
    mailCertificate(access, mailer, erasureId, tools.law.version),
}
