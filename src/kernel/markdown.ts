import { type Html, html, joined, NOTHING } from './html.ts'

/**
 * The subset of Markdown that our own pages use: headings, paragraphs, lists, quotes, pictures, links, strong words and
 * code. Everything else is text and is escaped, so nothing written here can run.
 */

export interface MarkdownPlaces {
  /** The address of a link in the text. */
  link: (target: string) => string
  /** The address of a picture, with its size if known. */
  picture: (target: string) => { src: string; width?: number; height?: number }
}

const ITEM = /^(-|\d+\.) +/

/** The first heading, and everything after it. */
export function renderMarkdown(text: string, places: MarkdownPlaces): { title: string; content: Html } {
  const blocks = text
    .replace(/\r\n/g, '\n')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
  const first = blocks[0]?.startsWith('# ') ? blocks.shift()!.slice(2) : ''
  return {
    title: first,
    content: joined(
      blocks.map((block) => blockOf(block, places)),
      '\n',
    ),
  }
}

function blockOf(block: string, places: MarkdownPlaces): Html {
  const heading = /^(##+) (.+)$/.exec(block)
  if (heading) {
    const [, signs, words] = heading
    const inside = inline(words!, places)
    return signs!.length === 2 ? html`<h2>${inside}</h2>` : html`<h3>${inside}</h3>`
  }
  const picture = /^!\[([^\]]*)\]\(([^)\s]+)\)$/.exec(block)
  if (picture) return pictureOf(picture[1]!, picture[2]!, places)
  if (ITEM.test(block)) return listOf(block, places)
  if (block.startsWith('> '))
    return html`<blockquote><p>${inline(block.replaceAll(/^> ?/gm, ''), places)}</p></blockquote>`
  return html`<p>${inline(block, places)}</p>`
}

/** A line that begins no entry continues the one before. */
function listOf(block: string, places: MarkdownPlaces): Html {
  const entries: string[] = []
  for (const line of block.split('\n')) {
    if (ITEM.test(line)) entries.push(line.replace(ITEM, ''))
    else entries[entries.length - 1] += ` ${line.trim()}`
  }
  const items = joined(
    entries.map((entry) => html`<li>${inline(entry, places)}</li>`),
    '\n',
  )
  return block.startsWith('-') ? html`<ul>\n${items}\n</ul>` : html`<ol>\n${items}\n</ol>`
}

function pictureOf(words: string, target: string, places: MarkdownPlaces): Html {
  const { src, width, height } = places.picture(target)
  const size = width && height ? html` width="${width}" height="${height}"` : NOTHING
  return html`<figure><img src="${src}" alt="${words}"${size} loading="lazy"><figcaption>${words}</figcaption></figure>`
}

const INLINE = /\*\*([^*]+)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g

function inline(text: string, places: MarkdownPlaces): Html {
  const parts: (string | Html)[] = []
  let at = 0
  for (const found of text.matchAll(INLINE)) {
    const [whole, strong, code, words, target] = found
    parts.push(text.slice(at, found.index))
    if (strong !== undefined) parts.push(html`<strong>${strong}</strong>`)
    else if (code !== undefined) parts.push(html`<code>${code}</code>`)
    else parts.push(html`<a href="${places.link(target!)}">${words!}</a>`)
    at = found.index + whole.length
  }
  parts.push(text.slice(at))
  return joined(parts, '')
}
