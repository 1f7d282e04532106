/** Where the tag of the banner should be in a page. It reads the text of the page, so scripts' additions are not seen. */

export interface Tag {
  /** Its position among the scripts, counted without styles; 0 is the first. */
  place: number
  isBanner: boolean
  /** The tag runs as it is. False for tags that wait for consent and for elements that only hold data. */
  isProgram: boolean
  isLate: boolean
  key: string | undefined
  isInHead: boolean
}

const SCRIPT = /<script\b([^<>]{0,4000})>/gi
const BANNER = /\/w\/[^/"'\s]+\/banner\.js/
const PROGRAM = /^(?:|module|(?:text|application)\/(?:x-)?(?:javascript|ecmascript)\b.*)$/i
/** Only the attribute counts: the banner does not read its own address. */
const KEY = /\bdata-key\s*=\s*["']?([\w-]{8,64})/i

/** Matches the attribute `type` alone, not «data-type». */
function typeOf(attributes: string): string {
  return /(?:^|[\s"'])type\s*=\s*["']?([^"'\s>]*)/i.exec(attributes)?.[1] ?? ''
}

export function tagsIn(markup: string): Tag[] {
  const text = withoutComments(markup)
  const headEnd = /<\/head\s*>|<body\b/i.exec(text)?.index ?? text.length
  return [...text.matchAll(SCRIPT)].map(({ index, 1: attributes = '' }, place) => ({
    place,
    isBanner: BANNER.test(attributes),
    isProgram: PROGRAM.test(typeOf(attributes)),
    isLate: /\s(?:async|defer)\b/i.test(attributes) || /^module$/i.test(typeOf(attributes)),
    key: KEY.exec(attributes)?.[1],
    isInHead: index < headEnd,
  }))
}

/** Scans step by step: a regular expression would restart at each of a million unclosed comments. */
function withoutComments(markup: string): string {
  const parts: string[] = []
  for (let at = 0; ; ) {
    const start = markup.indexOf('<!--', at)
    if (start < 0) return parts.join('') + markup.slice(at)
    parts.push(markup.slice(at, start))
    const end = markup.indexOf('-->', start + 4)
    if (end < 0) return parts.join('')
    at = end + 3
  }
}

export interface Looked {
  status: number
  isHtml: boolean
  tags: readonly Tag[]
  /** Keys of the notices that the site may show. */
  keys: readonly string[]
  /** The keys among them whose notice allows the site. */
  admittedKeys: readonly string[]
}

export interface BannerFinding {
  ok: boolean
  message: string
  action: string | null
}

const fine = (message: string): BannerFinding => ({ ok: true, message, action: null })
const wrong = (message: string, action: string): BannerFinding => ({ ok: false, message, action })

/** It works if the tag is present with a valid key. Its position decides what it can block. */
export function judgeBanner({ status, isHtml, tags, keys, admittedKeys }: Looked): {
  works: boolean
  findings: BannerFinding[]
} {
  if (status >= 400 || !isHtml) {
    const what = isHtml ? `respondió con un error (${status})` : 'no respondió con una página'
    return {
      works: false,
      findings: [wrong(`El sitio ${what}.`, 'Abra la dirección en su navegador y revise que se vea.')],
    }
  }
  const banner = tags.find(({ isBanner, isProgram }) => isBanner && isProgram)
  if (!banner) {
    return {
      works: false,
      findings: [
        wrong(
          'El código del banner no está en la página.',
          'Péguelo en la plantilla del sitio, lo primero dentro de <head>. Si lo pone un gestor de etiquetas, aquí no se ve y no puede retener lo que se carga antes: péguelo en la plantilla.',
        ),
      ],
    }
  }
  const isOurs = banner.key !== undefined && keys.includes(banner.key)
  const isAdmitted = banner.key !== undefined && admittedKeys.includes(banner.key)
  const before = tags.filter(({ place, isProgram }) => place < banner.place && isProgram).length
  return {
    works: isOurs && isAdmitted,
    findings: [
      fine('El código del banner está en la página.'),
      isOurs
        ? fine('Su clave es la de un aviso publicado para este sitio.')
        : wrong(
            'La clave del código no es la de un aviso publicado para este sitio.',
            'Copie otra vez el código de este aviso y reemplace el que está pegado.',
          ),
      ...(isOurs && !isAdmitted
        ? [
            wrong(
              'El aviso no admite este sitio: no está entre los que lo pueden mostrar.',
              'Agréguelo en «Sitios que lo pueden mostrar» y publique el aviso.',
            ),
          ]
        : []),
      banner.isInHead
        ? fine('Está dentro de <head>.')
        : wrong(
            'Está fuera de <head>: lo que la página carga antes no espera.',
            'Muévalo al inicio de <head>.',
          ),
      before === 0
        ? fine('Ningún programa se carga antes que él.')
        : wrong(
            before === 1
              ? 'Un programa se carga antes que él y no se puede retener.'
              : `${before} programas se cargan antes que él y no se pueden retener.`,
            'Póngalo lo primero dentro de <head>, antes de los demás <script>.',
          ),
      banner.isLate
        ? wrong('Se carga tarde (async, defer o module).', 'Quite esas palabras: péguelo tal como se copia.')
        : fine('Se carga antes de que la página siga.'),
    ],
  }
}
