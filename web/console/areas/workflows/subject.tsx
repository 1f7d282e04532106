import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { DATA_CATEGORIES } from '#kernel/data-categories.ts'
import { useRecord } from '../../data.ts'
import { useAt, useServiceUrl } from '../../frame/organisation.tsx'
import { day, moment } from '../../times.ts'
import { Empty } from '../../ui/empty.tsx'
import { FrameView } from '../../ui/frame-view.tsx'
import { type Fact, Facts, Panel } from '../../ui/page.tsx'
import { FACTS, shown, YES_NO } from './facts.ts'
import { type Approval, KINDS, type Kind } from './words.ts'

/** Paths of records that have a readable document. */
const PREVIEWS: Partial<Record<Kind, string>> = {
  DPIA: '/dpia/assessments/',
  PRIVACY_POLICY: '/privacy-policy/',
  COOKIE_POLICY: '/cookie-policy/',
  CONTRACT: '/contracts/',
}

/** The subject of the approval: its document, or its known facts. */
export function Subject({ approval }: { approval: Approval }) {
  const { entityType, entityId, entityTitle } = approval
  const at = useAt()
  const url = useServiceUrl()
  const { name, place } = KINDS[entityType]
  // For a record kept elsewhere the service has only a name.
  const isOurs = entityTitle !== null
  const preview = PREVIEWS[entityType]
  return (
    <Panel
      title={name}
      actions={
        isOurs &&
        place && (
          <Link {...at(`${place}/${entityId}`)} className="row">
            Abrir el registro <ExternalLink size={14} aria-hidden />
          </Link>
        )
      }
    >
      {!isOurs && <Elsewhere approval={approval} />}
      {isOurs && preview && (
        <FrameView
          src={url(`${preview}${encodeURIComponent(entityId)}/preview`)}
          title={`${entityTitle}: el documento`}
        />
      )}
      {isOurs && entityType === 'BREACH' && <Breach id={entityId} />}
      {isOurs && entityType === 'DSAR' && <Request id={entityId} />}
      {isOurs && entityType === 'RAT' && <Activity id={entityId} />}
    </Panel>
  )
}

function Elsewhere({ approval: { entityId, entityType } }: { approval: Approval }) {
  return (
    <Empty title={entityId}>
      {entityType === 'CUSTOM'
        ? 'El asunto se guarda fuera de Resguardo. Revíselo donde está y deje aquí su decisión.'
        : 'El registro ya no está, o se guarda fuera de Resguardo.'}
    </Empty>
  )
}

const known = (kind: Kind, name: string, value: unknown) =>
  shown(
    value,
    FACTS[kind].find((fact) => fact.name === name),
  )

function Breach({ id }: { id: string }) {
  const breach = useRecord('/breaches/{id}', { path: { id } })
  const url = useServiceUrl()
  const audience = breach.actsAs === 'processor' ? 'controller' : 'authority'
  const facts: Fact[] = [
    ['Detectada', moment(breach.detectedAt)],
    ['Gravedad', breach.severity && known('BREACH', 'severity', breach.severity)],
    ['Personas afectadas', breach.estimatedRecords?.toLocaleString('es-CL')],
    ['Reporte a la Agencia', breach.notifiedApdpAt ? moment(breach.notifiedApdpAt) : 'Sin constancia'],
    ['Relato', breach.description, 'whole'],
    ['Medidas tomadas', breach.containmentActions.join('\n'), 'whole'],
  ]
  return (
    <>
      <Facts facts={facts} />
      <FrameView
        src={url(`/breaches/${id}/preview?audience=${audience}`)}
        title={audience === 'controller' ? 'El aviso al responsable' : 'El reporte a la Agencia'}
      />
    </>
  )
}

function Request({ id }: { id: string }) {
  const request = useRecord('/dsar/requests/{id}', { path: { id } })
  const url = useServiceUrl()
  const letter = request.letters.at(-1)
  const facts: Fact[] = [
    ['Folio', request.folioNumber],
    ['Derecho', known('DSAR', 'rightType', request.rightType)],
    ['Titular', request.subjectName],
    ['Plazo legal (art. 11)', day(request.legalDueOn)],
    ['La pide un representante', request.isRepresentative ? 'Sí' : 'No'],
    ['Lo que pide', request.description, 'whole'],
  ]
  return (
    <>
      <Facts facts={facts} />
      {letter && (
        <FrameView src={url(`/dsar/requests/${id}/letters/${letter.id}/preview`)} title="La última carta" />
      )}
    </>
  )
}

function Activity({ id }: { id: string }) {
  const activity = useRecord('/rat/activities/{id}', { path: { id } })
  const { exists, country } = activity.internationalTransfer
  const facts: Fact[] = [
    ['Finalidad', activity.purpose, 'whole'],
    ['Base de licitud', activity.legalBasis && known('RAT', 'legalBasis', activity.legalBasis)],
    ['Artículo', activity.legalBasisArticle && `art. ${activity.legalBasisArticle}`],
    ['Riesgo', activity.riskLevel && known('RAT', 'riskLevel', activity.riskLevel)],
    [
      'Requiere evaluación de impacto (art. 15 ter)',
      shown(activity.dpiaRequired, { name: '', label: '', choices: YES_NO }),
    ],
    ['Datos', activity.dataCategories.map((key) => DATA_CATEGORIES[key].label).join(', '), 'whole'],
    ['De quiénes', activity.subjectCategories.join(', '), 'whole'],
    ['Destinatarios', activity.recipients.join(', '), 'whole'],
    ['Transferencia internacional', exists ? (country ?? 'Sí') : 'No'],
    ['Medidas de seguridad', activity.securityMeasures.join('\n'), 'whole'],
  ]
  return <Facts facts={facts} />
}
