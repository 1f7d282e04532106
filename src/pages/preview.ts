import { type Html, html, joined, lines, NOTHING } from '#kernel/html.ts'
import type { Block, PdfDocument, Run } from '#pdf/document.ts'
import { qrCode } from './controls.ts'
import type { Page } from './page.ts'

/** A document as a page: the blocks of its PDF and Word files, without the paper. */
export function previewPage({ title, language = 'es', watermark, content }: PdfDocument): Page {
  return {
    title,
    language,
    sheets: ['document.css', 'preview.css'],
    bare: true,
    mayBeFramed: true,
    content: html`<main>
${watermark ? html`<p class="mark">${watermark}</p>\n` : NOTHING}${documentMarkup(content)}
</main>`,
  }
}

/** The blocks alone, for a page with its own frame. */
export function documentMarkup(content: readonly Block[]): Html {
  return joined(content.map(blockHtml), '\n')
}

function blockHtml(block: Block): Html {
  if ('stack' in block) return html`<div>${block.stack.map(blockHtml)}</div>`
  if ('ol' in block) return html`<ol>${block.ol.map(itemHtml)}</ol>`
  if ('ul' in block) return html`<ul>${block.ul.map(itemHtml)}</ul>`
  if ('columns' in block)
    return html`<div class="columns">${block.columns.map((column) => html`<div>${blockHtml(column)}</div>`)}</div>`
  if ('table' in block) return tableHtml(block)
  if ('qr' in block) return qrCode(block.qr)
  const words = wordsHtml(block.text, block)
  if (block.style === 'title') return html`<h1>${words}</h1>`
  if (block.headlineLevel === 1) return html`<h2>${words}</h2>`
  if (block.headlineLevel === 2) return html`<h3>${words}</h3>`
  return html`<p class="${block.style ?? 'prose'}${block.alignment === 'right' ? ' right' : ''}">${words}</p>`
}

const itemHtml = (item: Block) =>
  html`<li>${'text' in item ? wordsHtml(item.text, item) : blockHtml(item)}</li>`

function tableHtml({ table, layout }: Extract<Block, { table: unknown }>): Html {
  const { headerRows = 0, body } = table
  const cells = (row: readonly Block[], isHead: boolean) =>
    row.map((cell) => {
      const inner = 'text' in cell ? wordsHtml(cell.text, cell) : blockHtml(cell)
      return isHead ? html`<th scope="col">${inner}</th>` : html`<td>${inner}</td>`
    })
  const rows = (from: number, to: number, isHead: boolean) =>
    body.slice(from, to).map((row) => html`<tr>${cells(row, isHead)}</tr>`)
  const head = headerRows === 0 ? NOTHING : html`<thead>${rows(0, headerRows, true)}</thead>`
  return html`<table class="${layout}">${head}<tbody>${rows(headerRows, body.length, false)}</tbody></table>`
}

function wordsHtml(text: string | Run[], { bold, italics }: Pick<Block, 'bold' | 'italics'>): Html {
  const runs = typeof text === 'string' ? [{ text }] : text
  const words = html`${runs.map(runHtml)}`
  const strong = bold ? html`<strong>${words}</strong>` : words
  return italics ? html`<em>${strong}</em>` : strong
}

function runHtml({ text, bold, italics, link }: Run): Html {
  const words = lines(text)
  const strong = bold ? html`<strong>${words}</strong>` : words
  const leaning = italics ? html`<em>${strong}</em>` : strong
  return link ? html`<a href="${link}" target="_blank" rel="noopener noreferrer">${leaning}</a>` : leaning
}
