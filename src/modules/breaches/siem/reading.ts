import { Failure } from '#kernel/failure.ts'
import { alertInstant, type Severity, severityOf } from '../rules.ts'
import type { FlatAlert, SentinelIncident, SiemPayload, SplunkAlert, WazuhAlert } from './schemas.ts'

/** The parts of a breach that an alert gives, whatever its format. */
export interface Alert {
  ruleId: string
  /** Only Wazuh gives a level. Others give the severity itself. */
  level: number | null
  severity: Severity
  title: string
  description: string
  agent: string
  /** Null if the alert does not say. Then the time of receipt counts. */
  detectedAt: Date | null
  /** The alert as received, for the investigation. */
  sent: Record<string, unknown>
}

export function readAlert(payload: SiemPayload): Alert {
  if ('alert' in payload) return readWazuh(payload.alert, 'alert.timestamp')
  if ('rule' in payload) return readWazuh(payload, 'timestamp')
  if ('object' in payload) return readSentinel(payload.object, 'object.properties', payload)
  if ('properties' in payload) return readSentinel(payload, 'properties', payload)
  if ('result' in payload) return readSplunk(payload)
  return readFlat(payload)
}

// ── Wazuh ──

function readWazuh(alert: WazuhAlert, timestampPath: string): Alert {
  const { rule, agent, timestamp } = alert
  return ruled(rule, agent.name, readInstant(timestampPath, timestamp), alert)
}

function readFlat(alert: FlatAlert): Alert {
  const rule = { id: alert.rule_id, level: alert.rule_level, description: alert.rule_description }
  return ruled(rule, alert.agent.name, readInstant('timestamp', alert.timestamp), alert)
}

function ruled(
  { id, level, description }: WazuhAlert['rule'],
  agent: string,
  detectedAt: Date,
  sent: Record<string, unknown>,
): Alert {
  const title = description.trim()
  return {
    ruleId: String(id),
    level,
    severity: severityOf(level),
    title,
    description: `Alerta del SIEM en el agente «${agent}»: regla ${id}, nivel ${level}. ${title}`,
    agent,
    detectedAt,
    sent,
  }
}

// ── Splunk ──

/** The words of Splunk and of its Enterprise Security. The numbers are those of a saved search, 1 to 6. */
const SPLUNK_SEVERITY = new Map<string, Severity>(
  Object.entries({
    critical: 'critical',
    high: 'high',
    medium: 'medium',
    low: 'low',
    informational: 'low',
    info: 'low',
    '6': 'critical',
    '5': 'critical',
    '4': 'high',
    '3': 'medium',
    '2': 'low',
    '1': 'low',
  }),
)

/** Somebody chose to send the alert, but it gives no severity. */
const UNSAID: Severity = 'medium'

function readSplunk(alert: SplunkAlert): Alert {
  const { search_name, sid, results_link, result } = alert
  const field = (...names: string[]) => names.map((name) => firstText(result[name])).find((text) => text)
  const title =
    field('rule_title') ?? firstText(search_name) ?? field('rule_name', 'source') ?? 'Alerta de Splunk'
  const agent = field('dest', 'host') ?? 'Splunk'
  const detail = field('rule_description', 'description', 'message')
  const link = firstText(results_link)
  return {
    ruleId: firstText(search_name) ?? sid,
    level: null,
    severity: SPLUNK_SEVERITY.get(field('severity', 'urgency')?.toLowerCase() ?? '') ?? UNSAID,
    title,
    description: [
      `Alerta de Splunk en «${agent}»: ${title}.`,
      detail,
      `Búsqueda ${sid}.`,
      link && `Resultados: ${link}`,
    ]
      .filter(Boolean)
      .join(' '),
    agent,
    detectedAt: readTime(field('_time')),
    sent: alert,
  }
}

/** A field with several values arrives as a list. */
function firstText(value: unknown): string | undefined {
  const first = Array.isArray(value) ? value[0] : value
  if (typeof first !== 'string' && typeof first !== 'number') return undefined
  return String(first).trim() || undefined
}

/** `_time` is in seconds since 1970 unless the search formats it otherwise. An unreadable time must not lose the alert. */
function readTime(text: string | undefined): Date | null {
  if (text === undefined) return null
  if (!/^\d{9,10}(\.\d+)?$/.test(text)) return alertInstant(text) ?? null
  return new Date(Math.floor(Number(text) * 1000))
}

// ── Microsoft Sentinel ──

const SENTINEL_SEVERITY = new Map<string, Severity>(
  Object.entries({
    high: 'high',
    medium: 'medium',
    low: 'low',
    informational: 'low',
  }),
)

function readSentinel(
  { name, properties }: SentinelIncident,
  path: string,
  sent: Record<string, unknown>,
): Alert {
  const { title, description, severity, createdTimeUtc, incidentNumber, incidentUrl } = properties
  const number = String(incidentNumber ?? name ?? '').trim()
  return {
    ruleId: number || 'sin número',
    level: null,
    severity: SENTINEL_SEVERITY.get(severity.toLowerCase()) ?? UNSAID,
    title: title.trim(),
    description: [
      `Incidente ${number} de Microsoft Sentinel: ${title.trim()}.`.replace('Incidente  de', 'Incidente de'),
      description?.trim(),
      incidentUrl && `Detalle: ${incidentUrl}`,
    ]
      .filter(Boolean)
      .join(' '),
    agent: 'Microsoft Sentinel',
    detectedAt: readInstant(`${path}.createdTimeUtc`, createdTimeUtc),
    sent,
  }
}

function readInstant(path: string, text: string): Date {
  const instant = alertInstant(text)
  if (instant) return instant
  const message = `«${path}» debe ser una fecha y hora con zona, por ejemplo 2026-03-02T10:45:00.000-0300.`
  throw new Failure('malformed', message, { details: [{ path, message }] })
}
