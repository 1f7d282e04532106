import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chileanDay } from '#kernel/dates.ts'
import type { Person } from './service.ts'

/** The screens of the console, read from its router, so that the walks include new screens. */
const router = readFileSync(join(import.meta.dirname, '../../web/console/router.tsx'), 'utf8')
export const SCREENS = [...router.matchAll(/\bscreen\(\s*'([^']+)'/g)].map(([, path]) => path!)

const today = new Date().toISOString()

async function invitedTo(owner: Person): Promise<{ id: string; items: { id: string; pageUrl: string }[] }> {
  const { id } = (await owner.post('/questionnaires', { builtIn: 'cameras' })).data
  const { data } = await owner.post(`/questionnaires/${id}/send`, {
    recipients: [
      { email: 'recepcion@clinicaaustral.cl', name: 'Marta Soto' },
      { email: 'bodega@clinicaaustral.cl', name: 'Luis Pérez' },
    ],
    dueOn: chileanDay(owner.service.clock.now()),
  })
  return { id, items: data.items }
}

/** How to make the record for `$id` in the addresses of each area. */
const RECORDS: Record<string, (owner: Person) => Promise<string>> = {
  conectores: async (owner) => {
    const system = (await owner.post('/data-map/systems', { name: 'Agenda médica', type: 'DATABASE' })).data
    const body = {
      name: 'Base de la agenda',
      systemId: system.id,
      kind: 'postgresql',
      config: { host: 'agenda.clinicaaustral.cl', database: 'agenda', user: 'lector', password: 'clave' },
      queries: {
        ACCESS: 'select fecha, box, profesional from horas where correo = :email or rut = :rut',
        DELETION: 'select id from horas where correo = :email',
      },
    }
    return (await owner.post('/connectors', body)).data.id
  },
  brechas: async (owner) => {
    const body = {
      title: 'Acceso indebido a fichas clínicas',
      detectedAt: today,
      detectionSource: 'encargado',
      description: 'Una cuenta de un ex colaborador siguió activa tres días y abrió fichas de pacientes.',
      nature: ['confidentiality'],
      dataCategories: ['name', 'rut', 'health'],
      estimatedRecords: 1240,
      containmentActions: ['Cuenta cerrada', 'Claves cambiadas'],
    }
    const { id } = (await owner.post('/breaches', body)).data
    await owner.post(`/breaches/${id}/decision-tree`, {
      riskToSubjects: 'high',
      hasSensitiveData: true,
      hasMinorData: false,
      hasFinancialData: false,
    })
    return id
  },
  solicitudes: async (owner) => {
    const { widgetKey } = (await owner.post('/dsar/widgets', { name: 'Sitio web' })).data
    const body = {
      subjectName: 'Antonia Reyes Salas',
      subjectEmail: 'antonia.reyes@correo.cl',
      subjectRut: '12.345.678-5',
      rightType: 'DELETION',
      subtype: 'art. 7 b: retiro del consentimiento',
      description: 'Dejé de ser paciente en 2024 y no quiero que me llamen.',
    }
    return (await owner.service.anyone.post(`/public/dsar/${widgetKey}`, body)).data.id
  },
  'solicitudes/formularios': async (owner) =>
    (await owner.post('/dsar/widgets', { name: 'Portal de pacientes', config: { title: 'Sus derechos' } }))
      .data.id,
  registro: async (owner) => {
    const system = (await owner.post('/data-map/systems', { name: 'Ficha clínica', type: 'SAAS' })).data
    const { items } = (await owner.get('/rat/templates')).data
    const { id: _id, note: _note, area: _area, ...template } = items[0]
    return (await owner.post('/rat/activities', { ...template, systemId: system.id })).data.id
  },
  'mapa/sistemas': async (owner) => {
    const make = async (body: object) => (await owner.post('/data-map/systems', body)).data.id as string
    const id = await make({
      name: 'Imágenes diagnósticas',
      type: 'SAAS',
      vendor: 'Rayos Nube Inc.',
      hostingCountry: 'US',
      dataCategories: ['name', 'rut', 'health'],
      securityMeasures: ['ENCRYPTION'],
      contractStatus: 'IN_NEGOTIATION',
    })
    const agenda = await make({ name: 'Agenda de horas', type: 'APPLICATION', hostingCountry: 'CL' })
    const flow = { sourceSystemId: agenda, targetSystemId: id, dataCategories: ['name', 'rut'] }
    await owner.post('/data-map/flows', { ...flow, description: 'Órdenes de examen' })
    return id
  },
  dominios: async (owner) => {
    const [entity] = (await owner.get('/org/entities')).data.entities
    const body = { url: 'https://www.clinicadelsur.cl', name: 'Sitio de pacientes', legalEntityId: entity.id }
    return (await owner.post('/domains', body)).data.id
  },
  entidades: async (owner) => {
    const [entity] = (await owner.get('/org/entities')).data.entities
    await owner.patch(`/org/entities/${entity.id}`, {
      taxId: '76.543.210-3',
      legalRepName: 'Rosa Vial',
      dpoName: 'Paula Díaz',
      dpoEmail: 'paula@clinicadelsur.cl',
      essentialService: true,
    })
    return entity.id
  },
  areas: async (owner) => {
    const [entity] = (await owner.get('/org/entities')).data.entities
    const make = async (name: string, more: object = {}) =>
      (await owner.post('/org/departments', { legalEntityId: entity.id, name, ...more })).data.id as string
    const top = await make('Dirección médica', { headName: 'Dra. Elena Soto' })
    return make('Archivo clínico', { parentDepartmentId: top, headName: 'Marta Inostroza' })
  },
  personas: async (owner) => (await owner.colleague('ANALYST', 'Ignacio Bravo')).userId,
  aprobaciones: async (owner) => {
    const { id } = (
      await owner.post('/dpia/assessments', {
        title: 'Telemedicina para adultos mayores',
        scope: 'Pacientes de la red sur',
        necessity: 'Sin ella no llegan a control quienes viven lejos.',
      })
    ).data
    return (await owner.get(`/workflow-instances/entity/DPIA/${id}`)).data.id
  },
  flujos: async (owner) => {
    const stages = [
      { name: 'Revisión legal', requiredRole: 'DPO', slaDays: 5, fields: [{ name: 'Conclusión' }] },
      {
        name: 'Gerencia',
        requiredRole: 'ADMIN',
        conditions: [{ field: 'estimatedRecords', operator: 'gt', value: 1000 }],
      },
    ]
    const flow = { name: 'Cierre de brechas', entityType: 'BREACH', stages }
    return (await owner.post('/workflows', flow)).data.id
  },
  encargados: async (owner) => {
    const body = { name: 'Nube Austral SpA', country: 'Chile', services: 'Alojamiento de la ficha clínica' }
    const { id } = (await owner.post('/processors', body)).data
    await owner.put(`/processors/${id}/diligence/security`, { outcome: 'YES', note: 'ISO 27001 vigente' })
    await owner.post(`/processors/${id}/sub-processors`, { name: 'Respaldos del Sur', country: 'Perú' })
    return id
  },
  contratos: async (owner) => {
    const processor = (
      await owner.post('/processors', { name: 'Remuneraciones Sur Ltda.', country: 'Chile' })
    ).data
    const { templates } = (await owner.get('/contracts/templates')).data
    const activityIds = (await owner.get('/rat/activities')).data.items.map(({ id }: { id: string }) => id)
    const body = { processorId: processor.id, templateId: templates[0].id, activityIds }
    return (await owner.post('/contracts/generate', body)).data.contractId
  },
  'gobierno/informes': async (owner) =>
    (await owner.post('/governance/reports/generate', { title: 'Informe al directorio, noviembre' })).data.id,
  evaluaciones: async (owner) => {
    const body = { title: 'Telemedicina', necessity: 'La consulta a distancia exige tratar el diagnóstico.' }
    const { id } = (await owner.post('/dpia/assessments', body)).data
    const risk = { description: 'Un tercero conoce el diagnóstico.', likelihood: 'medium', impact: 'high' }
    await owner.post(`/dpia/assessments/${id}/risks`, risk)
    return id
  },
  cuestionarios: async (owner) => (await invitedTo(owner)).id,
  'cuestionarios/respuestas': async (owner) => {
    const { items } = await invitedTo(owner)
    const key = items[0]!.pageUrl.split('/').at(-1)
    const answers = {
      place: 'Cámaras de la sala de espera',
      count: '4',
      purpose: 'Seguridad de las personas y de los bienes',
      where: ['entrance', 'public'],
      audio: 'no',
      faces: 'no',
      sign: 'yes',
      days: '30 días',
      who: 'Jefatura de seguridad',
    }
    await owner.service.anyone.post(`/public/questionnaires/${key}`, { answers })
    return items[0]!.id
  },
  cookies: async (owner) => {
    const { engine } = owner.service.access.database
    const { entities } = (await owner.get('/org/entities')).data
    const site = { url: 'https://www.clinicaaustral.cl', name: 'Sitio', legalEntityId: entities[0].id }
    const { id } = (await owner.post('/domains', site)).data
    await engine.asOwner(`update domains set is_verified = true, verified_at = now() where id = '${id}'`)
    const notice = {
      name: 'Aviso del sitio',
      domainId: id,
      purposes: [
        { key: 'necessary', name: 'Necesarias', required: true },
        { key: 'analytics', name: 'Medición', category: 'analytics' },
      ],
    }
    await owner.post('/consent/notices', notice)
    const scan = (await owner.post('/cookie-scans', { domainId: id })).data
    const found = (kind: string, name: string, more: object = {}) => ({
      ...{ kind, name, domain: 'www.clinicaaustral.cl', party: 'first', before: true, after: true },
      ...{ seconds: null, httpOnly: false, secure: true, writer: 'script', requests: 0 },
      ...{ source: 'https://www.clinicaaustral.cl/medicion.js', page: 'https://www.clinicaaustral.cl/' },
      ...more,
    })
    const items = [
      found('cookie', '_ga', { seconds: 34_560_000 }),
      found('cookie', 'PHPSESSID', { writer: 'response', httpOnly: true }),
      found('local_storage', 'preferencias_del_paciente'),
      found('host', 'www.google-analytics.com', { party: 'third', requests: 12, before: false }),
    ]
    const findings = [
      {
        key: 'before_consent',
        severity: 'critical',
        message: 'Algo que no es necesario funciona antes de que la persona acepte.',
        article: 'arts. 12 y 13, Ley 19.628 (mod. Ley 21.719)',
        action: 'Ponga el banner lo primero en <head>.',
        names: ['_ga'],
      },
    ]
    const pages = [{ url: 'https://www.clinicaaustral.cl/', status: 200, problem: null }]
    const text = (value: object) => `'${JSON.stringify(value)}'`
    await engine.asOwner(
      `update cookie_scans set status = 'DONE', mode = 'browser', banner = true, progress = 100, early_count = 1,
         started_at = now(), completed_at = now(), items = ${text(items)}, findings = ${text(findings)},
         pages = ${text(pages)} where id = '${scan.id}'`,
    )
    return id
  },
  'ajustes/claves': async (owner) =>
    (
      await owner.post('/settings/api-keys', {
        name: 'Tienda en línea',
        scopes: ['consent:*', 'dsar:read'],
        allowedAddresses: ['200.27.10.0/24'],
      })
    ).data.id,
  'ajustes/webhooks': async (owner) => {
    const hook = {
      url: 'https://mesa.clinicadelsur.cl/resguardo',
      events: ['dsar.received', 'breach.created'],
    }
    const { id } = (
      await owner.post('/settings/webhooks', { ...hook, description: 'Mesa de ayuda', isActive: false })
    ).data
    return id
  },
  politicas: async (owner) => (await owner.post('/privacy-policy/generate')).data.id,
  'politicas/cookies': async (owner) => (await owner.post('/cookie-policy/generate')).data.id,
  'consentimiento/avisos': async (owner) => (await makeNotice(owner)).id,
  'consentimiento/formularios': async (owner) => (await makeForm(owner)).id,
  'consentimiento/registros': async (owner) => {
    const { widgetKey } = await makeNotice(owner)
    const decision = { subjectRef: 'visita-100207', decisions: { medicion: true } }
    return (await owner.service.anyone.post(`/public/consent/${widgetKey}/record`, decision)).data.id
  },
}

async function makeNotice(owner: Person): Promise<{ id: string; widgetKey: string }> {
  const { id } = (
    await owner.post('/consent/notices', {
      name: 'Banner del sitio de pacientes',
      title: 'Su privacidad',
      description: 'Usamos cookies propias y de terceros. Usted elige para qué.',
      purposes: [
        { key: 'necesarias', name: 'Necesarias', required: true, cookies: [{ name: 'sesion' }] },
        {
          key: 'medicion',
          name: 'Medición de uso',
          category: 'analytics',
          cookies: [{ name: '_ga', provider: 'Google', duration: '2 años' }],
        },
      ],
      config: { appearance: { accent: '#1f4e8c' } },
    })
  ).data
  return (await owner.post(`/consent/notices/${id}/publish`)).data
}

async function makeForm(owner: Person): Promise<{ id: string }> {
  const body = {
    name: 'Imágenes para docencia',
    purposeText: 'Consiento en que la clínica use las imágenes de mi examen para enseñar, sin mi nombre.',
    fields: [{ key: 'nombre', label: 'Nombre', type: 'text', required: true }],
    sensitive: true,
  }
  const form = (await owner.post('/consent/templates', body)).data
  await owner.post(`/consent/templates/${form.id}/manual`, {
    subjectRef: 'rosa@correo.cl',
    granted: true,
    channel: 'paper',
    evidence: 'Formulario firmado, carpeta 12',
  })
  return form
}

/** Fills in the addresses with records of this organisation. */
export async function openScreens(owner: Person): Promise<(path: string) => string> {
  const made = new Map<string, string>()
  for (const [area, make] of Object.entries(RECORDS)) made.set(area, await make(owner))
  return (path) => path.replace(/\$\w+/, made.get(areaOf(path)) ?? '')
}

/** Screens whose record `RECORDS` cannot make. */
export function screensWithoutRecord(): string[] {
  return SCREENS.filter((path) => path.includes('$') && !(areaOf(path) in RECORDS))
}

function areaOf(path: string): string {
  return path.split('/$')[0]!
}
