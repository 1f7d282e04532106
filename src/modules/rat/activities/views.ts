import { iso } from '#kernel/dates.ts'
import type { ProcessorRow } from '#modules/processors/public.ts'
import { processorView } from '#modules/processors/public.ts'
import type { ActivityRow, SummaryRow, SystemOfActivity } from './repo.ts'
import type { Activity, ActivityDetail, ActivitySummary } from './schemas.ts'

export function summaryView(row: SummaryRow): ActivitySummary {
  return {
    id: row.id,
    name: row.name,
    purpose: row.purpose,
    legalBasis: row.legal_basis,
    dataCategories: row.data_categories,
    subjectCategories: row.subject_categories,
    retentionPeriod: row.retention_period,
    status: row.status,
    systemId: row.system_id,
    riskLevel: row.risk_level,
    dpiaRequired: row.dpia_required,
    hasSensitiveData: row.has_sensitive_data,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}

export function activityView(row: ActivityRow): Activity {
  const { dataVolume, sensitiveData, internationalTransfer, automatedDecision } = row.risk_factors ?? {}
  return {
    ...summaryView(row),
    recipients: row.recipients,
    internationalTransfer: {
      exists: row.transfer_exists,
      country: row.transfer_country,
      mechanism: row.transfer_mechanism,
    },
    securityMeasures: row.security_measures,
    legalBasisArticle: row.legal_basis_article,
    legalNorm: row.legal_norm,
    legitimateInterest: row.legitimate_interest,
    dataSource: row.data_source,
    sourceIsPublic: row.source_is_public,
    retentionNote: row.retention_note,
    automatedDecisions: row.automated_decisions,
    automatedLogic: row.automated_logic,
    consentWithdrawal: row.consent_withdrawal,
    minorsSafeguard: row.minors_safeguard,
    controllerName: row.controller_name,
    controllerRole: row.controller_role,
    responsibleArea: row.responsible_area,
    templateId: row.template_id,
    publishedAt: iso(row.published_at),
    riskScore: row.risk_score,
    riskFactors: row.risk_factors && {
      dataVolume: dataVolume ?? null,
      sensitiveData: sensitiveData ?? null,
      internationalTransfer: internationalTransfer ?? null,
      automatedDecision: automatedDecision ?? null,
    },
    riskAssessedAt: iso(row.risk_assessed_at),
  }
}

interface Around {
  processors: ProcessorRow[]
  systems: SystemOfActivity[]
  flows: ActivityDetail['flows']
  domains: ActivityDetail['domains']
}

/** `systems` are those that were linked; the activity's own one, which `systemId` names, stands apart. */
export function detailView(
  row: ActivityRow,
  { processors, systems, ...links }: Around,
  now: Date,
): ActivityDetail {
  const own = systems.find(({ systemId }) => systemId === row.system_id)
  return {
    ...activityView(row),
    system: own ? { id: own.systemId, name: own.name } : null,
    processors: processors.map((processor) => processorView(processor, now)),
    systems: systems
      .filter(({ linked }) => linked)
      .map(({ systemId, name, role }) => ({ systemId, name, role })),
    ...links,
  }
}
