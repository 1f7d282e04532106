import { createHash } from 'node:crypto'
import { chileanDay } from '#kernel/dates.ts'
import { escapeHtml } from '#kernel/text.ts'
import { type Language, wordsOf } from '#modules/privacy-policy/public.ts'
import type { PublishedPolicy } from './schemas.ts'

/** The page a browser shows: text, and nothing that runs or loads. */

const STYLE = `
:root { color-scheme: light dark; font: 1.05rem/1.6 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere }
.skip { position: absolute; left: -100vw }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: Canvas; outline: 3px solid #e8a200 }
h1 { line-height: 1.2 }
h2 { margin-top: 2.5rem; line-height: 1.3 }
table { width: 100%; border-collapse: collapse; margin: 1rem 0 }
caption { text-align: left; font-weight: 600; padding-bottom: .5rem }
th, td { border: 1px solid #767676; padding: .5rem; text-align: left; vertical-align: top }
tbody th { font-weight: 400 }
a:focus-visible { outline: 3px solid #e8a200; outline-offset: 2px }
@media print { nav, .skip { display: none } }
`

export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const WORDS: Readonly<
  Record<Language, { skip: string; contents: string; dated(version: number, day: string): string }>
> = {
  es: {
    skip: 'Saltar al contenido',
    contents: 'Contenido',
    dated: (version, day) => `Versión ${version}, publicada el ${day}.`,
  },
  en: {
    skip: 'Skip to content',
    contents: 'Contents',
    dated: (version, day) => `Version ${version}, published on ${day}.`,
  },
}

/** Intro and sections are safe markup already; titles are text. */
export function policyPage({
  title,
  intro,
  sections,
  version,
  language,
  publishedAt,
  legalEntity,
}: PublishedPolicy) {
  const words = WORDS[language]
  const day = wordsOf(language).day(chileanDay(new Date(publishedAt)))
  const anchored = sections.map((section, index) => ({ ...section, anchor: anchorOf(section.key, index) }))
  const links = anchored.map(
    (section) => `<li><a href="#${section.anchor}">${escapeHtml(section.title)}</a></li>`,
  )
  const parts = anchored.map(
    ({ anchor, title: name, content }) =>
      `<section aria-labelledby="${anchor}">\n<h2 id="${anchor}">${escapeHtml(name)}</h2>\n${content}\n</section>`,
  )
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#main">${words.skip}</a>
<header>
<p>${escapeHtml(legalEntity.name)}</p>
<h1>${escapeHtml(title)}</h1>
<p><time datetime="${publishedAt}">${escapeHtml(words.dated(version, day))}</time></p>
</header>
<nav aria-label="${words.contents}">
<ol>
${links.join('\n')}
</ol>
</nav>
<main id="main" tabindex="-1">
${intro}
${parts.join('\n')}
</main>
</body>
</html>
`
}

/** Sections that the organisation added are called whatever it likes. */
function anchorOf(key: string, index: number): string {
  return /^[a-z][a-z0-9]*$/i.test(key) && key !== 'main' ? key : `s-${index + 1}`
}
