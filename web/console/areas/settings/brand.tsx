import { lazy, Suspense, useId } from 'react'
import type { Data } from '#client'
import { coloursOf } from '#kernel/branding.ts'
import { useAct, useRecord } from '../../data.ts'
import { useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { useSeen } from '../../seen.ts'
import { BASE } from '../../service.ts'
import { Button, FileLink } from '../../ui/button.tsx'
import { UploadButton } from '../../ui/files.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { Notice } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { say } from '../../ui/say.ts'
import css from './settings.module.css'
import { Shell } from './shell.tsx'

const Recovered = lazy(async () => ({ default: (await import('../../ui/recovered.tsx')).Recovered }))

type Tenant = Data<'GET /settings/tenant'>

const OURS = '#0b57a4'
const HEX = /^#[\da-f]{6}$/i
const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** The name, the colour and the logo on pages without an account. */
export function BrandSettings() {
  const tenant = useRecord('/settings/tenant')
  return (
    <Shell
      title="Marca"
      about="La ven las personas en la página pública, los formularios, las políticas y las cartas."
      actions={
        <FileLink href={`${BASE}/p/${tenant.slug}`} open>
          Ver la página pública
        </FileLink>
      }
    >
      <BrandForm tenant={tenant} />
    </Shell>
  )
}

interface Brand {
  primaryColor: string
  logoFileId: string
  preparedBy: string
  preparedByLogoFileId: string
}

/** With what the organisation keeps beside these four. */
function brandingOf(tenant: Tenant, { primaryColor, logoFileId, preparedBy, preparedByLogoFileId }: Brand) {
  const {
    primaryColor: _colour,
    logoFileId: _logo,
    preparedBy: _maker,
    preparedByLogoFileId: _makerLogo,
    ...others
  } = tenant.branding as Record<string, unknown>
  return {
    ...others,
    ...(primaryColor && { primaryColor: primaryColor.toLowerCase() }),
    ...(logoFileId && { logoFileId }),
    ...(preparedBy.trim() && { preparedBy: preparedBy.trim() }),
    ...(preparedByLogoFileId && { preparedByLogoFileId }),
  }
}

function BrandForm({ tenant }: { tenant: Tenant }) {
  const { may } = useOrganisation()
  const url = useServiceUrl()
  const kept = tenant.branding as Partial<Brand>
  const id = useId()
  const save = useAct(
    (service, { values, seen }: { values: Brand; seen: Seen }) =>
      service.put('/settings/tenant', { body: { branding: brandingOf(tenant, values) }, ...seen }),
    { quiet: true, done: 'La marca quedó guardada. Las páginas ya la muestran.' },
  )
  const form = useForm<Brand>({
    version: useSeen('/settings/tenant'),
    initial: {
      primaryColor: kept.primaryColor ?? '',
      logoFileId: kept.logoFileId ?? '',
      preparedBy: kept.preparedBy ?? '',
      preparedByLogoFileId: kept.preparedByLogoFileId ?? '',
    },
    save: (values, seen) => save.mutateAsync({ values, seen }),
  })
  const {
    primaryColor: colour,
    logoFileId: logo,
    preparedBy: maker,
    preparedByLogoFileId: makerLogo,
  } = form.values
  const isColour = colour === '' || HEX.test(colour)
  const source = logo && url(`/files/${logo}`)
  return (
    <>
      {may('PUT /settings/tenant') ? (
        <Panel title="Color y logo">
          <div className="stack tight">
            <label className="strong" htmlFor={id}>
              Color
            </label>
            <span className="hint" id={`${id}-hint`}>
              Escrito como #rrggbb. El texto de los botones y de los enlaces se ajusta solo hasta que se pueda
              leer (4,5 : 1), y el botón hasta que se distinga de su fondo (3 : 1).
            </span>
            <div className={css['colour']}>
              <input
                type="color"
                aria-label="Elegir el color"
                value={HEX.test(colour) ? colour : OURS}
                onChange={({ target }) => form.set('primaryColor', target.value)}
              />
              <input
                id={id}
                type="text"
                maxLength={7}
                placeholder={OURS}
                aria-describedby={`${id}-hint`}
                aria-invalid={isColour ? undefined : true}
                value={colour}
                onChange={({ target }) => form.set('primaryColor', target.value.trim())}
              />
              {colour && <Button onClick={() => form.set('primaryColor', '')}>Quitar</Button>}
            </div>
            {!isColour && (
              <span className="danger">Escriba seis cifras después de #, por ejemplo #0b57a4.</span>
            )}
          </div>
          <div className="stack tight">
            <span className="strong">Logo</span>
            <span className="hint">
              PNG, JPEG, WebP o GIF. Un dibujo SVG no sirve: puede llevar programas.
            </span>
            <Logo name="el logo" value={logo} onChange={(key) => form.set('logoFileId', key)} />
          </div>
          <div className="stack tight">
            <label className="strong" htmlFor={`${id}-maker`}>
              Quién prepara los informes <small>(opcional)</small>
            </label>
            <span className="hint" id={`${id}-maker-hint`}>
              Si lo hace una consultora o un estudio: va en la portada del informe al directorio y en el
              índice de la carpeta de fiscalización.
            </span>
            <input
              id={`${id}-maker`}
              type="text"
              maxLength={200}
              aria-describedby={`${id}-maker-hint`}
              value={maker}
              onChange={({ target }) => form.set('preparedBy', target.value)}
            />
            <span className="hint">
              Su logo va al pie de la portada, y el de la organización arriba. En los informes se dibujan los
              PNG y JPEG de hasta 500 kB.
            </span>
            <Logo
              name="el logo de quien prepara"
              value={makerLogo}
              onChange={(key) => form.set('preparedByLogoFileId', key)}
            />
          </div>
          {form.moved && (
            <Suspense>
              <Recovered form={form} />
            </Suspense>
          )}
          <Refusal form={form} />
          <div>
            <Button
              kind="main"
              busy={form.busy}
              disabled={!isColour || !form.changed}
              onClick={() => void form.submit()}
            >
              Guardar
            </Button>
          </div>
        </Panel>
      ) : (
        <Notice>
          <p>La marca la cambia quien administra la organización.</p>
        </Notice>
      )}
      <Panel title="Así se verá">
        <div className={css['previews']}>
          {(['light', 'dark'] as const).map((scheme) => (
            <Preview key={scheme} scheme={scheme} colour={colour} source={source} name={tenant.name} />
          ))}
        </div>
      </Panel>
    </>
  )
}

function Logo({ name, value, onChange }: { name: string; value: string; onChange: (key: string) => void }) {
  const url = useServiceUrl()
  return (
    <>
      {value && <img className={css['logo']} src={url(`/files/${value}`)} alt={`Se eligió ${name}`} />}
      <div className="row">
        <UploadButton
          text={`${value ? 'Cambiar' : 'Subir'} ${name}`}
          onStored={({ key, contentType }) => {
            if (PICTURES.includes(contentType)) onChange(key)
            else say('Ese archivo no es una imagen PNG, JPEG, WebP ni GIF.', 'danger')
          }}
        />
        {value && <Button onClick={() => onChange('')}>Quitar {name}</Button>}
      </div>
    </>
  )
}

const LINKS = { light: OURS, dark: '#8ec2ff' }
const BUTTONS = { light: OURS, dark: '#2575cd' }

/** A small preview of a public page, in the colours that the service derives from the chosen one. */
function Preview({
  scheme,
  colour,
  source,
  name,
}: {
  scheme: 'light' | 'dark'
  colour: string
  source: string
  name: string
}) {
  const colours = coloursOf({ primaryColor: colour })
  const button = scheme === 'dark' ? colours?.dark : colours
  const accent = button?.accent ?? BUTTONS[scheme]
  const edge = scheme === 'dark' ? accent : (colours?.edge ?? accent)
  return (
    <section
      className={css['preview']}
      data-scheme={scheme}
      aria-label={scheme === 'light' ? 'Claro' : 'Oscuro'}
    >
      <div className={css['head']}>
        {source && <img src={source} alt="" />}
        <span>{name}</span>
      </div>
      <p>
        Puede pedir acceso a sus datos, corregirlos o pedir que los eliminemos.{' '}
        <span style={{ color: colours?.link[scheme] ?? LINKS[scheme], textDecoration: 'underline' }}>
          Leer la política
        </span>
      </p>
      <span
        className={css['sample']}
        style={{ background: accent, borderColor: edge, color: button?.onAccent ?? '#ffffff' }}
      >
        Enviar la solicitud
      </span>
    </section>
  )
}
