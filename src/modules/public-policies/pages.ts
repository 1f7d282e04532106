import { dayIn, type Language } from '#documents/languages.ts'
import { chileanDay } from '#kernel/dates.ts'
import { html, joined, NOTHING, trustedHtml } from '#kernel/html.ts'
import { writtenUnderIn } from '#kernel/law/wording.ts'
import type { Page } from '#pages/page.ts'
import type { PublishedPolicy } from './schemas.ts'

const WORDS: Readonly<
  Record<
    Language,
    {
      name: string
      skip: string
      contents: string
      inOther: string
      dated(version: number, day: string): string
    }
  >
> = {
  es: {
    name: 'Español',
    inOther: 'También en',
    skip: 'Saltar al contenido',
    contents: 'Contenido',
    dated: (version, day) => `Versión ${version}, publicada el ${day}.`,
  },
  en: {
    name: 'English',
    inOther: 'Also in',
    skip: 'Skip to content',
    contents: 'Contents',
    dated: (version, day) => `Version ${version}, published on ${day}.`,
  },
}

/**
 * The text of a policy and nothing that runs. Intro and sections are safe markup already; titles are text. `query` is
 * what was asked, so that the page in another language is of the same entity and site.
 */
export function policyPage(
  {
    title,
    intro,
    sections,
    version,
    lawVersion,
    language,
    languages,
    publishedAt,
    legalEntity,
  }: PublishedPolicy,
  query: Readonly<Record<string, string | undefined>> = {},
): Page {
  const words = WORDS[language]
  const day = dayIn(language, chileanDay(new Date(publishedAt)))
  const others = languages
    .filter((other) => other !== language)
    .map(
      (other) =>
        html`<a href="${addressIn(other, query)}" lang="${other}" hreflang="${other}">${WORDS[other].name}</a>`,
    )
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
    bare: true,
    content: html`<a class="skip" href="#main">${words.skip}</a>
<header>
<p>${legalEntity.name}</p>
<h1>${title}</h1>
<p><time datetime="${publishedAt}">${words.dated(version, day)}</time></p>
${others.length === 0 ? NOTHING : html`<p>${words.inOther}: ${joined(others)}</p>\n`}</header>
<nav aria-label="${words.contents}">
<ol>
${joined(links, '\n')}
</ol>
</nav>
<main id="main" tabindex="-1">
${trustedHtml(intro)}
${joined(parts, '\n')}
</main>
<footer><p><small>${writtenUnderIn(language, lawVersion)}.</small></p></footer>`,
  }
}

function addressIn(language: Language, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return `?${new URLSearchParams({ ...Object.fromEntries(given), language })}`
}

/** A section that the organisation added may have any key. */
function anchorOf(key: string, index: number): string {
  return /^[a-z][a-z0-9]*$/i.test(key) && key !== 'main' ? key : `s-${index + 1}`
}
