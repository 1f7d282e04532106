import { createHash } from 'node:crypto'
import { readOrganisation } from '#db/organisation.ts'
import { findTenant } from '#db/sql.ts'
import { preparedBy } from '#kernel/branding.ts'
import { iso } from '#kernel/dates.ts'
import type { Law } from '#kernel/law/law.ts'
import { findMember } from '#modules/org/public.ts'
import { type ZipEntry, zip } from '#sheets/zip.ts'
import { readFacts } from '../facts.ts'
import type { ReportRow } from '../repo.ts'
import { scoreOf } from '../score.ts'
import { drawn, type Entry, type Making } from './entries.ts'
import { type About, type Contents, indexDocument, type Packed } from './index-document.ts'
import { SECTIONS } from './sections.ts'

/** After each section: how much of the folder is there, in percent. */
type Advance = (progress: number) => Promise<void>

const INDEX = '00-indice.pdf'

/**
 * What an inspector asks for, in one archive. Everything is read in short reads and packed as it is read, one file after
 * the other. The manifest has the SHA-256 of every other file, so that the folder proves that it is whole.
 */
export async function openFolder(row: ReportRow, making: Making, law: Law, advance: Advance) {
  const [tenant, facts, { branding }, maker] = await making.read((ctx) =>
    Promise.all([
      findTenant(ctx),
      readFacts(ctx),
      readOrganisation(ctx),
      row.created_by ? findMember(ctx, row.created_by) : undefined,
    ]),
  )
  const { score, level } = scoreOf(facts)
  const about: About = {
    title: row.title,
    organisation: tenant.name,
    taxId: tenant.tax_id,
    madeBy: [maker?.name, preparedBy(branding)].filter(Boolean).join(' · ') || null,
    at: making.now,
    id: row.id,
    law,
  }
  return { content: zip(filesOf(about, making, advance), making.now, { byName: true }), score, level }
}

/** The index and the manifest tell of the others, so they are packed last; the archive lists its files by name. */
async function* filesOf(about: About, making: Making, advance: Advance): AsyncGenerator<ZipEntry> {
  const contents: Contents[] = []
  for (const [index, section] of SECTIONS.entries()) {
    const { folder, title, article, note, period } = section
    const files: Packed[] = []
    for await (const entry of section.files(making))
      yield noted({ ...entry, name: `${folder}/${entry.name}` }, files)
    contents.push({
      folder,
      title,
      article,
      note,
      period: period ? await making.read(period) : null,
      files,
    })
    await advance(10 + Math.round((80 * (index + 1)) / SECTIONS.length))
  }
  const listed: Packed[] = []
  const index = drawn(making.draw, () => indexDocument(about, contents))
  yield noted({ name: INDEX, label: 'Índice', content: index }, listed)
  listed.push(...contents.flatMap(({ files }) => files))
  yield* manifestOf(about, listed)
}

function manifestOf(about: About, files: readonly Packed[]): ZipEntry[] {
  const manifest = {
    titulo: about.title,
    organizacion: about.organisation,
    rut: about.taxId,
    preparadaEl: iso(about.at),
    preparadaPor: about.madeBy,
    identificador: about.id,
    algoritmo: 'SHA-256',
    archivos: files.map(({ path, label, bytes, sha256 }) => ({
      archivo: path,
      descripcion: label,
      bytes,
      sha256,
    })),
  }
  return [
    { path: 'manifiesto.json', content: [`${JSON.stringify(manifest, null, 2)}\n`] },
    // As sha256sum reads it.
    { path: 'manifiesto.txt', content: files.map(({ path, sha256 }) => `${sha256}  ${path}\n`) },
  ]
}

/** Notes the size and the hash of the file once it was read to its end. */
function noted({ name: path, label, rows, content }: Entry, packed: Packed[]): ZipEntry {
  async function* reading() {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const part of content) {
      hash.update(part)
      bytes += Buffer.byteLength(part)
      yield part
    }
    packed.push({ path, label, bytes, sha256: hash.digest('hex'), rows: rows?.() })
  }
  return { path, content: reading() }
}
