import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import * as xlsx from '@e965/xlsx'
import { unzipSync } from 'fflate'
import { Failure } from '#kernel/failure.ts'
import { REFUSALS } from './bounds.ts'
import { createSheetReader, readSheetFile } from './reader.ts'
import { zip } from './zip.ts'

const BOOK = unzipSync(
  Buffer.from(
    xlsx.write(xlsx.utils.book_new(xlsx.utils.aoa_to_sheet([['a', 'b']]), 'x'), { type: 'buffer' }),
  ),
)
const SHEET = 'xl/worksheets/sheet1.xml'

/** Packed by the system's library, which is fast with large files. */
function packed(files: Record<string, Iterable<string | Uint8Array>>): Promise<Buffer> {
  const all = {
    ...Object.fromEntries(Object.entries(BOOK).map(([path, bytes]) => [path, [bytes]])),
    ...files,
  }
  const entries = Object.entries(all).map(([path, content]) => ({ path, content }))
  return buffer(Readable.from(zip(entries, new Date())))
}

function* repeated(
  text: string,
  times: number,
  [open, close] = ['worksheet><sheetData', 'sheetData></worksheet'],
) {
  yield `<${open}>`
  const many = text.repeat(1000)
  for (let at = 0; at < times; at += 1000) yield many
  yield `</${close}>`
}
const sheetOf = (row: string, times: number) => packed({ [SHEET]: repeated(row, times) })

/** Changes the directory to declare every file as small. */
async function lying(file: Promise<Buffer>): Promise<Buffer> {
  const bytes = await file
  for (let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1'); at !== -1; ) {
    bytes.writeUInt32LE(10, at + 24)
    at = bytes.indexOf('PK\u0001\u0002', at + 1, 'latin1')
  }
  return bytes
}

const HUNDRED_BYTES = `<row><c><v>${' '.repeat(77)}</v></c></row>`

const HOSTILE: Record<string, { file: () => Promise<Buffer>; sentences: string[] }> = {
  'a zip bomb of 1 GB': { file: () => sheetOf(HUNDRED_BYTES, 10_000_000), sentences: [REFUSALS.bomb] },
  'a zip bomb that lies about its size': {
    file: () => lying(sheetOf(HUNDRED_BYTES, 2_000_000)),
    sentences: [REFUSALS.bomb, REFUSALS.time],
  },
  'a million rows': {
    file: () => sheetOf('<row><c><v>1</v></c></row>', 1_000_000),
    sentences: [REFUSALS.rows],
  },
  'a million empty rows': {
    file: () => sheetOf('<row/>', 1_000_000),
    sentences: [REFUSALS.empty, REFUSALS.time],
  },
  'a shared table of texts without end': {
    file: () =>
      packed({
        'xl/_rels/workbook.xml.rels': [
          '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId9" Type="x/sharedStrings" Target="s.xml"/></Relationships>',
        ],
        'xl/s.xml': repeated(`<si><t>${'x'.repeat(1000)}</t></si>`, 30_000, ['sst', 'sst']),
      }),
    sentences: [REFUSALS.text, REFUSALS.time],
  },
}

for (const [name, { file, sentences }] of Object.entries(HOSTILE)) {
  test(`${name} is refused with a message, in under 5 seconds and 200 MB`, async (t) => {
    const bytes = await file()
    const before = process.memoryUsage.rss()
    let most = before
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 10)
    const started = performance.now()
    await assert.rejects(readSheetFile(bytes, 'tenant'), (error) => {
      assert.ok(error instanceof Failure)
      assert.equal(error.status, 422)
      assert.ok(sentences.includes(error.message), error.message)
      return true
    })
    clearInterval(timer)
    const [ms, mib] = [performance.now() - started, (most - before) / 2 ** 20]
    t.diagnostic(`${(bytes.length / 1024).toFixed()} KiB: ${ms.toFixed()} ms, ${mib.toFixed()} MiB`)
    assert.ok(ms < 5000, `${ms} ms`)
    assert.ok(mib < 200, `${mib} MiB`)
  })
}

test('a file that takes too long ends its thread, not the service', async () => {
  const read = createSheetReader({ longestMs: 1 })
  await assert.rejects(read(await sheetOf('<row/>', 1000), 'tenant'), { message: REFUSALS.time })
})

test('a file that needs too much memory ends its thread, not the service', async () => {
  const memory = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }
  const read = createSheetReader({ longestMs: 60_000, memory })
  const cell = `<c t="inlineStr"><is><t>${'ñ'.repeat(200)}</t></is></c>`
  await assert.rejects(read(await sheetOf(`<row>${cell.repeat(20)}</row>`, 4000), 'tenant'), {
    message: REFUSALS.memory,
  })
})

test('too many files of one organisation do not keep another from its turn', async () => {
  const read = createSheetReader()
  const file = await sheetOf('<row><c><v>1</v></c></row>', 1000)
  const calls = Array.from({ length: 6 }, () => read(file, 'one'))
  const other = read(file, 'other')
  const settled = await Promise.allSettled(calls)
  assert.equal(settled.filter(({ status }) => status === 'rejected').length, 1)
  assert.equal((await other).rows.length, 1000)
})

test('5,000 rows of 40 columns are read', async (t) => {
  const rows = Array.from({ length: 5000 }, (_, at) =>
    Array.from({ length: 40 }, (_, column) => `Texto de la fila ${at}, columna ${column}`),
  )
  const file = Buffer.from(
    xlsx.write(xlsx.utils.book_new(xlsx.utils.aoa_to_sheet(rows), 'x'), {
      type: 'buffer',
      bookSST: true,
      compression: true,
    }),
  )
  // Long enough for a busy machine.
  const read = createSheetReader({ longestMs: 60_000 })
  const started = performance.now()
  assert.equal((await read(file, 'tenant')).rows.length, 5000)
  t.diagnostic(`${(file.length / 2 ** 20).toFixed(1)} MiB in ${(performance.now() - started).toFixed()} ms`)
})
