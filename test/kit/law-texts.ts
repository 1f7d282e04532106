import { newToken } from '#kernel/secrets.ts'
import { ground } from './contracts.ts'
import { BROWSER, pageAt } from './hosted.ts'
import { pdfText } from './pdf.ts'
import { act } from './policies.ts'
import type { Person, TestService } from './service.ts'

/** Every text for people that states a right, a duty, a term, a fine or the authority. Each call writes them again. */

interface World {
  api: TestService
  ana: Person
  activityId: string
  processorId: string
  widgetKey: string
}

interface Text {
  /** The file that contains or composes the words. */
  source: string
  english?: boolean
  /** Sets contractual terms, which are not terms of the law. */
  ownTerms?: boolean
  /** Phrases that must appear under the altered law of the test. */
  tells?: readonly RegExp[]
  write(world: World): Promise<string>
}

const AGENCY = /Superintendencia de Datos/
const COMPLAINT = /47 (días hábiles|business days)/

async function published(kind: 'privacy' | 'cookie', { api, ana }: World, language: string): Promise<string> {
  const { id } = (await ana.post(`/${kind}-policy/generate`, { language })).data
  const reply = await ana.post(`/${kind}-policy/${id}/publish`)
  if (reply.data.workflowInstanceId) await act(ana, reply.data.workflowInstanceId, 'APPROVE')
  const page = kind === 'cookie' ? 'cookies' : kind
  const { body } = await api.anyone.get(`/public/policies/${ana.slug}/${page}?language=${language}`)
  return JSON.stringify(body)
}

async function contract({ ana, activityId, processorId }: World, type: string): Promise<string> {
  const { templates } = (await ana.get('/contracts/templates')).data
  const { id: templateId } = templates.find((template: { type: string }) => template.type === type)
  const { contractId } = (
    await ana.post('/contracts/generate', { processorId, templateId, activityIds: [activityId] })
  ).data
  return pdfText((await ana.get(`/contracts/${contractId}/pdf`)).raw)
}

async function asked({ api, widgetKey }: World, rightType: string): Promise<{ id: string; folio: string }> {
  const { data, body } = await api.anyone.post(`/public/dsar/${widgetKey}`, {
    rightType,
    subjectName: 'Eva Luna',
    subjectEmail: 'eva@ejemplo.cl',
    description: 'Lo que pido',
  })
  if (!data) throw new Error(JSON.stringify(body))
  return { id: data.id, folio: data.folioNumber }
}

async function letter({ ana }: World, id: string, kind: string): Promise<string> {
  const { letters } = (await ana.get(`/dsar/requests/${id}`)).data
  return letters.find((one: { kind: string }) => one.kind === kind).text
}

const REFUSAL = { responseType: 'REJECTED_LEGAL', denialReason: 'Lo ordena una ley' }

async function answered(world: World, rightType: string, body: object): Promise<string> {
  const { id } = await asked(world, rightType)
  const reply = await world.ana.post(`/dsar/requests/${id}/respond`, body)
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  return id
}

let owners = 0

/** The mail to a system's owner, and the page behind its link. */
async function owned(world: World): Promise<{ text: string; page: string }> {
  const { id } = await asked(world, 'DELETION')
  owners += 1
  const ownerEmail = `duena-${owners}@ejemplo.cl`
  await world.ana.post(`/dsar/requests/${id}/tasks`, { systemName: 'Papel', ownerEmail })
  await world.ana.post(`/dsar/requests/${id}/tasks/send`, {})
  await world.api.drain()
  const { text = '' } = world.api.mailbox.to(ownerEmail)[0]!
  return { text, page: /\/tareas\/[\w-]+/.exec(text)![0] }
}

async function breach({ ana }: World): Promise<string> {
  const { data } = await ana.post('/breaches', {
    title: 'Acceso indebido',
    detectedAt: ana.service.clock.now().toISOString(),
    detectionSource: 'manual',
    dataCategories: ['health'],
  })
  return data.id
}

const notice =
  (audience: string) =>
  async (world: World): Promise<string> => {
    const { data } = await world.ana.get(
      `/breaches/${await breach(world)}/notification-template?audience=${audience}`,
    )
    return data.template
  }

const LETTERS = 'src/modules/dsar/letters.ts'
const NOTICES = 'src/modules/breaches/knowledge/notices.ts'

export const TEXTS: Readonly<Record<string, Text>> = {
  'privacy policy': {
    source: 'src/modules/privacy-policy/knowledge/es.ts',
    tells: [AGENCY, COMPLAINT, /41 días corridos/, /otros 43/, /17 días hábiles/],
    write: (world) => published('privacy', world, 'es'),
  },
  'privacy policy in English': {
    source: 'src/modules/privacy-policy/knowledge/en.ts',
    english: true,
    tells: [AGENCY, COMPLAINT, /41 calendar days/, /43 more/, /17 business days/],
    write: (world) => published('privacy', world, 'en'),
  },
  'cookie policy': {
    source: 'src/modules/cookie-policy/knowledge/es.ts',
    tells: [AGENCY],
    write: (world) => published('cookie', world, 'es'),
  },
  'cookie policy in English': {
    source: 'src/modules/cookie-policy/knowledge/en.ts',
    english: true,
    tells: [AGENCY],
    write: (world) => published('cookie', world, 'en'),
  },
  'contract with a processor': {
    source: 'src/modules/contracts/pdf.ts',
    ownTerms: true,
    write: (world) => contract(world, 'DPA'),
  },
  'clauses for a transfer': {
    source: 'src/modules/contracts/knowledge/templates.ts',
    ownTerms: true,
    tells: [AGENCY],
    write: (world) => contract(world, 'CCT'),
  },
  addendum: {
    source: 'src/modules/contracts/knowledge/templates.ts',
    ownTerms: true,
    write: (world) => contract(world, 'ADDENDUM'),
  },
  'impact assessment': {
    source: 'src/modules/dpia/report.ts',
    async write({ ana, activityId }) {
      const { id } = (await ana.post('/dpia/assessments', { title: 'Fichas', activityId })).data
      return pdfText((await ana.get(`/dpia/assessments/${id}/export/pdf`)).raw)
    },
  },
  'legitimate-interest test': {
    source: 'src/modules/rat/activities/balancing.ts',
    async write({ ana, activityId }) {
      const balancing = { purpose: 'Vender', necessity: 'Sí', balance: 'Sí', safeguards: 'Sí' }
      await ana.put(`/rat/activities/${activityId}`, {
        legalBasis: 'legitimate_interest',
        balancing: { ...balancing, outcome: 'favourable' },
      })
      return pdfText((await ana.get(`/rat/activities/${activityId}/balancing/pdf`)).raw)
    },
  },
  'breach: report to the Agency': { source: NOTICES, tells: [AGENCY], write: notice('authority') },
  'breach: notice to the people': { source: NOTICES, tells: [AGENCY], write: notice('subjects') },
  'breach: notice in the press': { source: NOTICES, tells: [AGENCY], write: notice('mass_media') },
  'breach: notice to the controller': { source: NOTICES, tells: [AGENCY], write: notice('controller') },
  'breach: decision': {
    source: 'src/modules/breaches/decision.ts',
    async write(world) {
      const id = await breach(world)
      const { body } = await world.ana.post(`/breaches/${id}/decision-tree`, {
        riskToSubjects: 'high',
        hasSensitiveData: true,
        hasMinorData: false,
        hasFinancialData: false,
      })
      return JSON.stringify(body)
    },
  },
  'letter: receipt': {
    source: LETTERS,
    async write(world) {
      return letter(world, (await asked(world, 'ACCESS')).id, 'RECEIPT')
    },
  },
  'letter: receipt of a block': {
    source: LETTERS,
    tells: [/17 días hábiles/],
    async write(world) {
      return letter(world, (await asked(world, 'BLOCKING')).id, 'RECEIPT')
    },
  },
  'letter: extension': {
    source: LETTERS,
    async write(world) {
      const { id } = await asked(world, 'ACCESS')
      await world.ana.post(`/dsar/requests/${id}/extend`, { reason: 'Faltan datos' })
      return letter(world, id, 'EXTENSION')
    },
  },
  'letter: partial answer': {
    source: LETTERS,
    tells: [AGENCY, COMPLAINT],
    async write(world) {
      const body = { responseType: 'PARTIALLY_FULFILLED', responseNotes: 'Parte' }
      return letter(world, await answered(world, 'ACCESS', body), 'ANSWER')
    },
  },
  'letter: refusal': {
    source: LETTERS,
    tells: [AGENCY, COMPLAINT],
    async write(world) {
      return letter(world, await answered(world, 'DELETION', REFUSAL), 'REFUSAL')
    },
  },
  'letter: refused block': {
    source: LETTERS,
    tells: [AGENCY, COMPLAINT],
    async write(world) {
      return letter(world, await answered(world, 'BLOCKING', REFUSAL), 'REFUSAL')
    },
  },
  'letter: to the Agency': {
    source: LETTERS,
    tells: [AGENCY],
    async write(world) {
      const { id } = await asked(world, 'BLOCKING')
      return (await world.ana.get(`/dsar/requests/${id}/agency-notice?ground=Ley`)).data.text
    },
  },
  'printed receipt of a request': {
    source: 'src/modules/dsar/staff/receipt.ts',
    tells: [AGENCY, COMPLAINT],
    async write(world) {
      const { id } = await asked(world, 'ACCESS')
      return pdfText((await world.ana.get(`/dsar/requests/${id}/receipt`)).raw)
    },
  },
  'notice to a third party: page': {
    source: 'src/modules/dsar/acknowledgements/form.ts',
    async write(world) {
      const id = await answered(world, 'DELETION', { responseType: 'FULFILLED' })
      const { data } = await world.ana.post(`/dsar/requests/${id}/recipients`, {
        recipients: [{ name: 'Palomar', email: 'privacidad@palomar.cl' }],
      })
      return (await pageAt(world.api.app, new URL(data.items[0].pageUrl).pathname)).body
    },
  },
  'answer: index of the package': {
    source: 'src/modules/dsar/package/index-document.ts',
    tells: [AGENCY, COMPLAINT],
    async write(world) {
      const { id } = await asked(world, 'ACCESS')
      await world.ana.post(`/dsar/requests/${id}/package`)
      await world.api.drain()
      return String((await world.ana.get(`/dsar/requests/${id}/package/preview`)).body)
    },
  },
  'letter: the answer is ready': {
    source: 'src/modules/dsar/package/letters.ts',
    async write(world) {
      const { id } = await asked(world, 'ACCESS')
      await world.ana.post(`/dsar/requests/${id}/package`)
      await world.api.drain()
      await world.ana.post(`/dsar/requests/${id}/package/deliver`)
      const { letters } = (await world.ana.get(`/dsar/requests/${id}`)).data
      return letters.find(({ kind }: { kind: string }) => kind === 'PACKAGE').text
    },
  },
  'letter: to the owner of a system': {
    source: 'src/modules/dsar/tasks/letters.ts',
    async write(world) {
      return (await owned(world)).text
    },
  },
  'task page': {
    source: 'src/modules/dsar/tasks/form.ts',
    async write(world) {
      return (await pageAt(world.api.app, (await owned(world)).page)).body
    },
  },
  'form: page': {
    source: 'src/modules/dsar/intake/form.ts',
    async write({ api, widgetKey }) {
      return (await pageAt(api.app, `/derechos/${widgetKey}`)).body
    },
  },
  'form: configuration': {
    source: 'src/modules/dsar/intake/service.ts',
    async write({ api, widgetKey }) {
      return JSON.stringify((await api.anyone.get(`/public/dsar/${widgetKey}/config`)).body)
    },
  },
  'tracking page': {
    source: 'src/modules/dsar/intake/tracking.ts',
    tells: [AGENCY, COMPLAINT],
    async write(world) {
      const { id, folio } = await asked(world, 'ACCESS')
      await world.ana.post(`/dsar/requests/${id}/respond`, REFUSAL)
      return (await pageAt(world.api.app, `/seguimiento/${folio}`)).body
    },
  },
  'letter: receipt of a consent': {
    source: 'src/modules/consent/templates/receipt.ts',
    async write({ api, ana }) {
      const fields = { name: 'Novedades', purposeText: 'Enviarle novedades', fields: [] }
      const { formKey } = (await ana.post('/consent/templates', fields)).data
      const subjectRef = 'eva.receipt@ejemplo.cl'
      const fieldsSent = { subjectRef, granted: 'true', sendKey: newToken() }
      const reply = await api.app.inject({
        method: 'POST',
        url: `/consentimiento/${formKey}`,
        payload: new URLSearchParams(fieldsSent).toString(),
        headers: { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded' },
      })
      if (reply.statusCode !== 303) throw new Error(reply.payload)
      await api.drain()
      return api.mailbox.to(subjectRef).at(-1)!.text!
    },
  },
  'proof of a consent': {
    source: 'src/modules/consent/subjects/proof-document.ts',
    async write({ ana }) {
      const form = { name: 'Novedades', purposeText: 'Enviarle novedades', fields: [] }
      const { id } = (await ana.post('/consent/templates', form)).data
      const decision = {
        subjectRef: 'eva.proof@ejemplo.cl',
        granted: true,
        channel: 'paper',
        evidence: 'Hoja 4',
      }
      const record = (await ana.post(`/consent/templates/${id}/manual`, decision)).data
      return pdfText((await ana.get(`/consent/records/${record.id}/document`)).raw)
    },
  },
  portal: {
    source: 'src/modules/portal/service.ts',
    async write({ api, ana }) {
      return JSON.stringify((await api.anyone.get(`/public/privacy-portal/${ana.slug}/config`)).body)
    },
  },
  score: {
    source: 'src/modules/governance/service.ts',
    async write({ ana }) {
      return JSON.stringify((await ana.get('/governance/compliance-score')).body)
    },
  },
  exposure: {
    source: 'src/modules/governance/exposure.ts',
    tells: [/5111/],
    async write({ ana }) {
      return JSON.stringify((await ana.get('/governance/exposure')).body)
    },
  },
  'report to the board': {
    source: 'src/modules/governance/report.ts',
    tells: [/5\.111 UTM/],
    async write({ api, ana }) {
      const { id } = (await ana.post('/governance/reports/generate', {})).data
      await api.drain()
      return pdfText((await ana.get(`/governance/reports/${id}/download`)).raw)
    },
  },
  'prevention model': {
    source: 'src/modules/governance/mpi/document.ts',
    tells: [/5\.111 UTM/],
    async write({ ana }) {
      return pdfText((await ana.get('/governance/mpi')).raw)
    },
  },
  'appointment of the DPO': {
    source: 'src/modules/governance/mpi/appointment.ts',
    tells: [AGENCY],
    async write({ ana }) {
      const { entities } = (await ana.get('/org/entities')).data
      await ana.patch(`/org/entities/${entities[0].id}`, {
        dpoName: 'Elena Soto',
        dpoEmail: 'dpo@ejemplo.cl',
      })
      return pdfText((await ana.get('/governance/dpo-appointment?format=pdf')).raw)
    },
  },
}

export const sources = () => [...new Set(Object.values(TEXTS).map(({ source }) => source))]

export interface Told {
  name: string
  text: string
}

/** Writes all texts in a new organisation, at this instant. */
export async function tellAll(api: TestService, at: string): Promise<Told[]> {
  api.clock.set(at)
  const { ana, activityId, processorId } = await ground(api, { plan: 'ENTERPRISE' })
  await ana.patch(`/rat/activities/${activityId}/status`, { status: 'published' })
  const { widgetKey } = (await ana.post('/dsar/widgets', { name: 'Sitio' })).data
  const world = { api, ana, activityId, processorId, widgetKey }
  const told: Told[] = []
  for (const [name, { write }] of Object.entries(TEXTS)) told.push({ name, text: await write(world) })
  return told
}
