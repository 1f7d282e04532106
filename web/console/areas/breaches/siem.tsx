import { useState } from 'react'
import type { Data } from '#client'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useShown } from '../../seen.ts'
import { moment } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { ChoiceField, FormView, NumberField, Pair } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Facts, Page, Panel } from '../../ui/page.tsx'
import { SEVERITIES } from './words.ts'

const FORMATS = [
  ['wazuh', 'Wazuh'],
  ['splunk', 'Splunk'],
  ['sentinel', 'Microsoft Sentinel'],
] as const

type Tried = Data<'POST /settings/siem/test'>

/** Connects a SIEM, so that a breach at three in the morning is registered without a person. */
export function SiemSetUp() {
  const at = useAt()
  const { may } = useOrganisation()
  const tenant = useRecord('/settings/tenant')
  const [tried, setTried] = useState<Tried>()
  const trial = useAct(
    (service, body: { format: 'wazuh' | 'splunk' | 'sentinel' }) =>
      service.post('/settings/siem/test', { body }),
    {
      quiet: true,
      after: setTried,
    },
  )
  const form = useForm({
    initial: { format: 'wazuh' as string },
    save: ({ format }) => trial.mutateAsync({ format: format as 'wazuh' }),
  })
  return (
    <Page
      narrow
      title="Alertas del SIEM"
      about="Su sistema de seguridad envía una alerta firmada y aquí nace la brecha, con sus plazos corriendo y su equipo avisado."
      back={{ ...at('brechas'), children: 'Brechas' }}
    >
      {!may('POST /settings/siem/test') && (
        <Notice>Las alertas las configura quien administra la organización.</Notice>
      )}
      {may('PUT /settings/tenant') && <Secret tenant={tenant} />}
      {may('POST /settings/siem/test') && (
        <Panel title="Probar">
          <p className="muted">
            No registra ninguna brecha: muestra la dirección, la firma y lo que se habría registrado.
          </p>
          <FormView form={form} submit="Enviar una alerta de prueba">
            <ChoiceField form={form} name="format" label="Su sistema" choices={FORMATS} required />
          </FormView>
          {tried && (
            <>
              <Notice tone="ok" alert>
                <p>
                  Así habría nacido: <span className="strong">{tried.breach.title}</span>,{' '}
                  {SEVERITIES[tried.breach.severity].toLowerCase()}, detectada el{' '}
                  {moment(tried.breach.detectedAt)}.
                </p>
              </Notice>
              <Facts
                facts={[
                  ['Dirección', <Copy key="url" text={tried.url} />, 'whole'],
                  [
                    `Cabecera ${tried.signatureHeader}`,
                    <Copy key="signature" text={tried.signature} />,
                    'whole',
                  ],
                  ['Cuerpo, tal como se firmó', <Copy key="body" text={tried.body} />, 'whole'],
                ]}
              />
            </>
          )}
        </Panel>
      )}
    </Page>
  )
}

function Secret({ tenant }: { tenant: Data<'GET /settings/tenant'> }) {
  const [made, setMade] = useState<string>()
  const shown = useShown('/settings/tenant')
  const rotate = useAct(
    async (service, { overlap }: { overlap: number }) => {
      const siemSecret = secret()
      await service.put('/settings/tenant', {
        body: { siemSecret, siemSecretOverlapHours: overlap },
        ...shown(),
      })
      return siemSecret
    },
    { done: 'Hay un secreto nuevo. Cópielo en su SIEM.', after: setMade },
  )
  const form = useForm({
    initial: { overlap: 24 as number | null },
    save: ({ overlap }) => rotate.mutateAsync({ overlap: overlap ?? 24 }),
  })
  const current = made ?? tenant.siemSecret
  return (
    <Panel title="Secreto">
      <div>
        {tenant.siemSecret || made ? (
          <Mark tone="ok">Configurado</Mark>
        ) : (
          <Mark tone="warn">Sin secreto: ninguna alerta entra</Mark>
        )}
      </div>
      {current && <Reveal text={current} />}
      {tenant.siemPreviousSecretUntil && (
        <p className="hint">El anterior sirve hasta el {moment(tenant.siemPreviousSecretUntil)}.</p>
      )}
      <FormView form={form} submit={tenant.siemSecret ? 'Cambiar el secreto' : 'Crear un secreto'}>
        <Pair>
          <NumberField
            form={form}
            name="overlap"
            label="Horas en que el anterior sigue sirviendo"
            hint="De 0 a 72."
            required
          />
        </Pair>
      </FormView>
    </Panel>
  )
}

function Reveal({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  return open ? (
    <Copy text={text} />
  ) : (
    <div>
      <Button onClick={() => setOpen(true)}>Mostrar el secreto</Button>
    </div>
  )
}

const SECRET_BYTES = 32

function secret(): string {
  return [...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
