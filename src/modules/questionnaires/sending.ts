import { audit } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import { lockTenant, together } from '#db/sql.ts'
import { assertLettersLeft } from '#jobs/mail.ts'
import { chileanDay } from '#kernel/dates.ts'
import { Failure, type FaultDetail, found } from '#kernel/failure.ts'
import { canonicalId, isId, newId } from '#kernel/ids.ts'
import { progressOf } from '#kernel/questions.ts'
import { noneIfBlank, normaliseEmail } from '#kernel/text.ts'
import { keyHashOf, pageUrl } from './keys.ts'
import { writeTo } from './letters.ts'
import * as repo from './repo.ts'
import { answers, questionnaires } from './repo.ts'
import { assertDueOn, expiryOf } from './rules.ts'
import type { Sending } from './schemas.ts'
import { QUESTIONNAIRE } from './service.ts'

/** Sends to everybody or nobody: invitations, keys and letters are written in one transaction. */
export async function sendQuestionnaire(ctx: WriteCtx, id: string, { recipients, dueOn }: Sending) {
  assertDueOn(dueOn, chileanDay(ctx.now))
  const wanted = recipients.map(({ departmentId }) => {
    const sent = noneIfBlank(departmentId) ?? null
    return sent !== null && isId(sent) ? canonicalId(sent) : sent
  })
  const ids = [...new Set(wanted.filter((one) => one !== null && isId(one)))] as string[]
  // Locked, so that the text does not change while it is sent.
  const row = found(await questionnaires.lock(ctx, id), QUESTIONNAIRE)
  if (!row.is_active)
    throw new Failure('conflict', `«${row.name}» está desactivado. Actívelo antes de enviarlo.`)
  const [, current, departments] = await together(
    lockTenant(ctx),
    repo.findVersion(ctx, row.id, row.version),
    repo.listDepartments(ctx, ids),
  )
  await assertLettersLeft(ctx, recipients.length)
  assertRecipients(recipients, wanted, departments)
  const { asked } = progressOf(current!.sections, {})
  const written = recipients.map(({ email, name }, index) => {
    const answerId = newId()
    return {
      id: answerId,
      questionnaire_id: row.id,
      version: row.version,
      name: name.trim(),
      email: normaliseEmail(email),
      department_id: wanted[index] ?? null,
      due_on: dueOn,
      status: 'sent' as const,
      key_hash: keyHashOf(ctx.tools, ctx.tenantId, answerId),
      expires_at: expiryOf(dueOn),
      answers: {},
      asked,
      answered: 0,
      note: null,
      requested_by: ctx.actor.type === 'user' ? (ctx.actor.id ?? null) : null,
      created_at: ctx.now,
      updated_at: ctx.now,
    }
  })
  await together(
    answers.insertAll(ctx, written),
    writeTo(ctx, 'invitation', current!.name, written),
    // The log is never emptied, so it leaves out the names.
    audit(
      ctx,
      ...written.map(({ id: entityId, version, due_on, department_id }) => ({
        action: 'send',
        entityType: 'questionnaire_answer',
        entityId,
        after: {
          questionnaireId: row.id,
          version,
          dueOn: due_on,
          departmentId: department_id,
          status: 'sent',
        },
      })),
    ),
  )
  return {
    sent: written.length,
    dueOn,
    items: written.map(({ id: answerId, name, email, department_id }) => ({
      id: answerId,
      name,
      email,
      departmentId: department_id,
      pageUrl: pageUrl(ctx.tools, ctx.tenantId, answerId),
    })),
  }
}

function assertRecipients(
  recipients: Sending['recipients'],
  wanted: readonly (string | null)[],
  departments: ReadonlySet<string>,
): void {
  const seen = new Set<string>()
  const details: FaultDetail[] = []
  recipients.forEach(({ email }, index) => {
    const address = `${normaliseEmail(email)} ${wanted[index] ?? ''}`
    if (seen.has(address))
      details.push({ path: `recipients[${index}].email`, message: `«${email}» está dos veces.` })
    seen.add(address)
    const department = wanted[index]
    if (department && !departments.has(department))
      details.push({
        path: `recipients[${index}].departmentId`,
        message: 'El departamento indicado no existe en su organización, o está archivado.',
      })
  })
  if (details.length > 0) throw new Failure('impossible', details[0]!.message, { details })
}
