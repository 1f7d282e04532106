import { dayIn, type Language } from '#documents/languages.ts'
import { chileanDay } from '#kernel/dates.ts'
import { html, joined, trustedHtml } from '#kernel/html.ts'
import type { Page } from '#pages/page.ts'
import type { PublishedPolicy } from './schemas.ts'

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

/** The text of a policy and nothing that runs. Intro and sections are safe markup already; titles are text. */
export function policyPage({
  title,
  intro,
  sections,
  version,
  language,
  publishedAt,
  legalEntity,
}: PublishedPolicy): Page {
  const words = WORDS[language]
  const day = dayIn(language, chileanDay(new Date(publishedAt)))
  const anchored = sections.map((section, index) => ({ ...section, anchor: anchorOf(section.key, index) }))
  const links = anchored.map((section) => html`<li><a href="#${section.anchor}">${section.title}</a></li>`)
  const parts = anchored.map(
    ({ anchor, title: name, content }) => html`<section aria-labelledby="${anchor}">
<h2 id="${anchor}">${name}</h2>
${trustedHtml(content)}
</section>`,
  )
  return {
    title,
    language,
    sheets: ['document.css', 'policy.css'],
    isListed: true,
    content: html`<a class="skip" href="#main">${words.skip}</a>
<header>
<p>${legalEntity.name}</p>
<h1>${title}</h1>
<p><time datetime="${publishedAt}">${words.dated(version, day)}</time></p>
</header>
<nav aria-label="${words.contents}">
<ol>
${joined(links, '\n')}
</ol>
</nav>
<main id="main" tabindex="-1">
${trustedHtml(intro)}
${joined(parts, '\n')}
</main>`,
  }
}

/** A section that the organisation added may have any key. */
function anchorOf(key: string, index: number): string {
  return /^[a-z][a-z0-9]*$/i.test(key) && key !== 'main' ? key : `s-${index + 1}`
}
