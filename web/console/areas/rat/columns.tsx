import type { Data } from '#client'
import { DATA_CATEGORIES } from '#kernel/data-categories.ts'
import { RETENTION_LABELS } from '#modules/rat/knowledge/vocabulary.ts'
import { useName } from '../../choices.ts'
import { useRecord } from '../../data.ts'
import { useAhead } from '../../lists.ts'
import { day, today } from '../../times.ts'
import type { Choosable } from '../../ui/columns.tsx'
import { Mark } from '../../ui/mark.tsx'
import { basisName, RISKS, STATES } from './words.ts'

export type Row = Data<'GET /rat/activities'>['items'][number]

export const COLUMNS_READ = [['/data-map/catalog'], ['/org/entities']] as const

/** All columns that the table may show beside the name. */
export function useActivityColumns(): readonly Choosable<Row>[] {
  useAhead(COLUMNS_READ)
  const { vocabulary } = useRecord('/data-map/catalog')
  const { entities } = useRecord('/org/entities')
  const subject = (value: string) =>
    vocabulary.subjectCategories.find((one) => one.value === value)?.label ?? value
  return [
    {
      key: 'estado',
      label: 'Estado',
      usual: true,
      cell: ({ status }) => <Mark tone={STATES[status][1]}>{STATES[status][0]}</Mark>,
    },
    {
      key: 'base',
      label: 'Base de licitud',
      usual: true,
      cell: ({ legalBasis }) => basisName(legalBasis),
    },
    {
      key: 'area',
      label: 'Área a cargo',
      usual: true,
      cell: ({ responsibleArea }) => responsibleArea ?? '—',
    },
    {
      key: 'sensibles',
      label: 'Datos sensibles',
      usual: true,
      cell: ({ hasSensitiveData }) => (hasSensitiveData ? <Mark tone="warn">Sí</Mark> : 'No'),
    },
    {
      key: 'riesgo',
      label: 'Riesgo',
      usual: true,
      cell: ({ riskLevel }) =>
        riskLevel ? <Mark tone={RISKS[riskLevel][1]}>{RISKS[riskLevel][0]}</Mark> : '—',
    },
    {
      key: 'evaluacion',
      label: 'Evaluación',
      usual: true,
      cell: ({ dpiaRequired }) => (dpiaRequired ? <Mark tone="warn">La requiere</Mark> : '—'),
    },
    {
      key: 'revision',
      label: 'Revisión',
      usual: true,
      cell: ({ reviewAt }) => (reviewAt ? reviewDay(reviewAt) : '—'),
    },
    {
      key: 'cambiada',
      label: 'Cambiada',
      sort: 'updatedAt',
      usual: true,
      cell: ({ updatedAt }) => day(updatedAt),
    },
    {
      key: 'finalidad',
      label: 'Finalidad',
      isLong: true,
      usual: false,
      cell: ({ purpose }) => purpose,
    },
    {
      key: 'datos',
      label: 'Datos',
      isLong: true,
      usual: false,
      cell: ({ dataCategories }) => dataCategories.map((one) => DATA_CATEGORIES[one].label).join(', ') || '—',
    },
    {
      key: 'personas',
      label: 'Personas',
      usual: false,
      cell: ({ subjectCategories }) => subjectCategories.map(subject).join(', ') || '—',
    },
    {
      key: 'plazo',
      label: 'Se conservan',
      usual: false,
      cell: ({ retentionPeriod }) => (retentionPeriod ? RETENTION_LABELS[retentionPeriod] : '—'),
    },
    {
      key: 'sistema',
      label: 'Sistema',
      usual: false,
      cell: ({ systemId }) => <SystemName id={systemId} />,
    },
    {
      key: 'entidad',
      label: 'Entidad legal',
      usual: false,
      cell: ({ legalEntityId }) => entities.find(({ id }) => id === legalEntityId)?.name ?? '—',
    },
    {
      key: 'creada',
      label: 'Creada',
      sort: 'createdAt',
      usual: false,
      cell: ({ createdAt }) => day(createdAt),
    },
  ]
}

/** Reads the name only when the column is shown. */
function SystemName({ id }: { id: string | null }) {
  return useName('/data-map/systems', id) ?? '—'
}

/** Marks a review date that has passed. */
function reviewDay(reviewAt: string) {
  const isPast = reviewAt.slice(0, 10) < today()
  return isPast ? <Mark tone="warn">{day(reviewAt)}</Mark> : day(reviewAt)
}
