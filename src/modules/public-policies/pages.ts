import type { FastifyReply, FastifyRequest } from 'fastify'
import { differencesOf } from '#documents/differences.ts'
import { dayIn, type Language } from '#documents/languages.ts'
import { narrowTables } from '#documents/narrow-tables.ts'
import { frameAncestors } from '#http/origins.ts'
import type { App } from '#http/types.ts'
import { chileanDay } from '#kernel/dates.ts'
import { type Html, html, joined, NOTHING, trustedHtml } from '#kernel/html.ts'
import { writtenUnderIn } from '#kernel/law/wording.ts'
import { note } from '#pages/controls.ts'
import { etagOf, isUnchanged } from '#pages/negotiate.ts'
import { type Page, renderPage, rootFrom, sendMarkup } from '#pages/page.ts'
import { PAGE } from '#pages/routes.ts'
import { OfTenant, PageQuery } from './schemas.ts'
import { type PolicyToShow, showCookiePolicy, showPrivacyPolicy } from './service.ts'

/** Pages of published policies, under the organisation's slug. */
export function pages(app: App): void {
  const schema = { ...PAGE.schema, params: OfTenant, querystring: PageQuery }
  for (const [path, show] of [
    ['/politica/:tenantSlug', showPrivacyPolicy],
    ['/cookies/:tenantSlug', showCookiePolicy],
  ] as const) {
    app.get(path, { ...PAGE, schema }, async (request, reply) => {
      const { tenantSlug } = request.params as { tenantSlug: string }
      const query = request.query as PageQuery
      const shown = await show(app.access, tenantSlug, query)
      return send(request, reply, policyPage(shown, query, rootFrom(request.originalUrl)))
    })
  }
}

/** Browsers cache the page for five minutes and then revalidate. */
function send(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const { markup, policy } = renderPage(request, page)
  const etag = etagOf(markup)
  if (page.isEmbedded) reply.removeHeader('x-frame-options')
  reply.headers({ etag, 'cache-control': 'public, max-age=300' })
  // With a 304 a browser merges the headers. Without this one the page would lose its style sheet.
  reply.header('content-security-policy', policy)
  return isUnchanged(request, etag) ? reply.code(304).send() : sendMarkup(reply, markup, policy)
}

interface Words {
  name: string
  contents: string
  inOther: string
  print: string
  rights: string
  decide: string
  versions: string
  old: string
  current: string
  changes: string
  whole: string
  unchanged: string
  added: string
  removed: string
  dated(version: number, day: string): string
  since(version: number): string
}

const WORDS: Readonly<Record<Language, Words>> = {
  es: {
    name: 'Español',
    inOther: 'También en',
    contents: 'Contenido',
    print: 'Imprimir',
    rights: 'Ejercer mis derechos',
    decide: 'Cambiar mi decisión sobre cookies',
    versions: 'Versiones',
    old: 'Esta versión ya no está vigente.',
    current: 'Ver la vigente',
    changes: 'Ver qué cambió',
    whole: 'Ver el texto completo',
    unchanged: 'No cambió ninguna sección.',
    added: 'Sección nueva',
    removed: 'Sección que ya no está',
    dated: (version, day) => `Versión ${version}, publicada el ${day}`,
    since: (version) => `Qué cambió desde la versión ${version}`,
  },
  en: {
    name: 'English',
    inOther: 'Also in',
    contents: 'Contents',
    print: 'Print',
    rights: 'Exercise my rights',
    decide: 'Change my decision about cookies',
    versions: 'Versions',
    old: 'This version is no longer in force.',
    current: 'See the one in force',
    changes: 'See what changed',
    whole: 'See the whole text',
    unchanged: 'No section changed.',
    added: 'New section',
    removed: 'Section that is gone',
    dated: (version, day) => `Version ${version}, published on ${day}`,
    since: (version) => `What changed since version ${version}`,
  },
}

/**
 * The text of a policy, or its changes. Intro and sections are sanitised markup; titles are text. `query` is the present
 * query, so that links to languages and versions keep entity and site.
 */
export function policyPage(shown: PolicyToShow, query: PageQuery, root: string): Page {
  const { organisation, policy, versions, changes, sites = [] } = shown
  const { title, language, languages, legalEntity, lawVersion, version } = policy
  const words = WORDS[language]
  const address = (more: Changed) => addressOf({ ...query, ...more })
  const day = (instant: string) => dayIn(language, chileanDay(new Date(instant)))
  const others = languages
    .filter((other) => other !== language)
    .map(
      (other) =>
        html`<a href="${address({ language: other, version: undefined, changes: undefined })}" lang="${other}" hreflang="${other}">${WORDS[other].name}</a>`,
    )
  const isEmbedded = query.marco === '1'
  const isOld = versions[0]?.version !== version
  const past = versions.map((one, index) => {
    const label = words.dated(one.version, day(one.publishedAt))
    const own = address({ version: index === 0 ? undefined : one.version, changes: undefined })
    const changed = address({ version: one.version, changes: true })
    const isLast = index === versions.length - 1
    return html`<li><a href="${own}"${one.version === version ? html` aria-current="page"` : NOTHING}>${label}</a>${isLast ? NOTHING : html` · <a href="${changed}">${words.changes}<span class="heard"> (${one.version})</span></a>`}</li>`
  })
  return {
    title: `${title} · ${organisation.name}`,
    language,
    organisation,
    sheets: ['document.css'],
    script: 'print.js',
    isListed: !isOld && !changes && !isEmbedded,
    wide: true,
    ...(isEmbedded && { isEmbedded, mayBeFramed: frameAncestors(undefined) }),
    content: html`<p class="under">${legalEntity.name}</p>
<h1>${title}</h1>
<p class="under"><time datetime="${policy.publishedAt}">${words.dated(version, day(policy.publishedAt))}</time></p>
${others.length === 0 ? NOTHING : html`<p>${words.inOther}: ${joined(others)}</p>\n`}${isOld ? note('warn', html`<p>${words.old} <a href="${address({ version: undefined, changes: undefined })}">${words.current}</a>.</p>`) : NOTHING}
<p class="actions"><a class="button" href="${root}p/${organisation.slug}">${words.rights}</a><button class="plain" type="button" data-print hidden>${words.print}</button></p>
${sites.length === 0 ? NOTHING : html`<p>${words.decide}: ${joined(sites.map(preferencesOf), ', ')}.</p>\n`}${changes ? changesHtml(changes, words, address({ changes: undefined })) : textHtml(policy, words)}
<section class="versions" aria-labelledby="versions">
<h2 id="versions">${words.versions}</h2>
<ul>
${joined(past, '\n')}
</ul>
</section>
<p><small>${writtenUnderIn(language, lawVersion)}.</small></p>`,
  }
}

/** The site itself with a fragment: its banner then opens the preferences. */
function preferencesOf(url: string): Html {
  const site = URL.parse(url.includes('://') ? url : `https://${url}`)
  return site ? html`<a href="${new URL('#resguardo-preferencias', site).href}">${site.host}</a>` : NOTHING
}

function textHtml({ intro, sections }: PolicyToShow['policy'], words: Words): Html {
  const anchored = sections.map((section, index) => ({ ...section, anchor: anchorOf(section.key, index) }))
  const links = anchored.map((section) => html`<li><a href="#${section.anchor}">${section.title}</a></li>`)
  const parts = anchored.map(
    ({ anchor, title: name, content }) => html`<section aria-labelledby="${anchor}">
<h2 id="${anchor}">${name}</h2>
${trustedHtml(narrowTables(content))}
</section>`,
  )
  return html`<nav class="contents" aria-label="${words.contents}">
<ol>
${joined(links, '\n')}
</ol>
</nav>
${trustedHtml(intro)}
${joined(parts, '\n')}`
}

function changesHtml(
  { since, sections, intro }: NonNullable<PolicyToShow['changes']>,
  words: Words,
  whole: string,
): Html {
  const parts = [
    ...(intro.before === intro.after ? [] : [html`<p>${stretchesHtml(intro.before, intro.after)}</p>`]),
    ...sections
      .filter(({ difference }) => difference !== 'unchanged')
      .map(({ difference, before, after }) => {
        const name = after?.title ?? before!.title
        const tag = difference === 'added' ? words.added : difference === 'removed' ? words.removed : ''
        return html`<section>
<h2>${name}${tag ? html` <small>(${tag})</small>` : NOTHING}</h2>
<p>${stretchesHtml(before?.content ?? '', after?.content ?? '')}</p>
</section>`
      }),
  ]
  return html`<h2>${words.since(since)}</h2>
<p><a href="${whole}">${words.whole}</a></p>
${parts.length === 0 ? html`<p>${words.unchanged}</p>` : joined(parts, '\n')}`
}

function stretchesHtml(before: string, after: string): Html {
  const parts = differencesOf(before, after).map(({ kind, text }) =>
    kind === 'same' ? html`${text}` : kind === 'added' ? html`<ins>${text}</ins>` : html`<del>${text}</del>`,
  )
  return joined(parts, ' ')
}

type Changed = { [Name in keyof PageQuery]?: PageQuery[Name] | undefined }

function addressOf(query: Changed): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return `?${new URLSearchParams(given)}`
}

/** An added section may have any key, so unsafe keys get a number. */
function anchorOf(key: string, index: number): string {
  return /^[a-z][a-z0-9]*$/i.test(key) && !['main', 'versions'].includes(key) ? key : `s-${index + 1}`
}
