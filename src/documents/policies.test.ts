import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { html } from '#kernel/html.ts'
import { LAW } from '#kernel/law/law.ts'
import { judge } from '#kernel/legal-checks.ts'
import type { Block } from '#pdf/document.ts'
import { besides, differencesBetween } from './beside.ts'
import { fingerprint } from './fingerprint.ts'
import { completenessOf, gap, gapsOf, internalNote } from './gaps.ts'
import { documentView, type PolicyRow, policyView, publishedView, versionView } from './history.ts'
import { dayIn, pickLanguage, readLanguage } from './languages.ts'
import { type Item, policyFacts, sectionChecks } from './legal-checks.ts'
import { policyPaper } from './print.ts'
import { approvalFacts, assertDraft, inApproval } from './publication.ts'
import { compare, documentOf, inOrder, isHidden, ordered, ownText, writeEach } from './sections.ts'
import { gapLabels } from './templates.ts'

const OUTLINE = { sectionKeys: ['controller', 'rights', 'policyInfo'], mandatory: ['controller'] }
const ROW: PolicyRow = {
  tenant_id: 't',
  id: 'p1',
  legal_entity_id: 'e1',
  entity_name: 'Tienda Sur SpA',
  version: 3,
  status: 'DRAFT',
  language: 'es',
  law_version: '2026-12-01',
  content: {
    policyInfo: { title: 'Sobre esta política', content: '<p>Versión 3</p>' },
    rights: { title: 'Derechos', content: '<p>Usted tiene derechos.</p>' },
    controller: {
      title: 'Responsable',
      content: html`<p>Sur SpA, ${gap('COMPLETAR', 'domicilio postal')}</p>`.markup,
    },
  },
  custom_sections: {},
  custom_title: null,
  custom_intro: null,
  published_at: null,
  published_by: null,
  publish_notes: null,
  gate_override: null,
  created_by: 'u1',
  updated_by: 'u2',
  created_at: new Date('2026-12-01T12:00:00Z'),
  updated_at: new Date('2026-12-02T12:00:00Z'),
}
const row = (change: Partial<PolicyRow>): PolicyRow => ({ ...ROW, ...change })
const OPENING = {
  title: (entity: string) => `Política de ${entity}`,
  intro: (entity: string) => html`<p>Bienvenido a ${entity}.</p>`,
}
const inForce = { law: LAW, day: '2027-01-01' }

describe('a policy on the wire', () => {
  test('a version has the fields of a list, with instants as texts', () => {
    assert.deepEqual(
      versionView(row({ published_at: new Date('2026-12-03T12:00:00Z'), publish_notes: 'n' })),
      {
        id: 'p1',
        version: 3,
        status: 'DRAFT',
        language: 'es',
        lawVersion: '2026-12-01',
        legalEntityId: 'e1',
        publishedAt: '2026-12-03T12:00:00.000Z',
        publishedBy: null,
        publishNotes: 'n',
        createdAt: '2026-12-01T12:00:00.000Z',
      },
    )
  })

  test('a policy lists its gaps, and its sections are in the order of the law', () => {
    const view = policyView(ROW, OUTLINE.sectionKeys)
    assert.deepEqual(Object.keys(view.content), ['controller', 'rights', 'policyInfo'])
    assert.deepEqual(view.gaps, [{ section: 'controller', missing: 'domicilio postal' }])
    assert.deepEqual(view.completeness, { filled: 2, total: 3, percentage: 67 })
    assert.deepEqual(
      [view.createdBy, view.updatedBy, view.customTitle, view.customIntro],
      ['u1', 'u2', null, null],
    )
    assert.equal('tenantId' in view || 'gateOverride' in view || 'sources' in view, false)
  })

  test('authors see the gaps; readers see that a fact is not stated', () => {
    const draft = documentView(ROW, OUTLINE, OPENING)
    assert.match(draft.sections[0]!.content, /<mark>\[COMPLETAR: domicilio postal\]<\/mark>/)
    const shown = publishedView(ROW, OUTLINE, OPENING, inForce)
    assert.equal(shown.sections[0]!.content, '<p>Sur SpA, (no consta en esta versión)</p>')
    assert.deepEqual(
      [shown.title, shown.intro],
      ['Política de Tienda Sur SpA', '<p>Bienvenido a Tienda Sur SpA.</p>'],
    )
    assert.equal(
      shown.sections.at(-1)!.content,
      '<p>Versión 3</p><p>Lo que esta versión no informa se puede pedir por las vías de contacto que ella indica (art. 14 ter letra c, Ley 19.628 (mod. Ley 21.719)).</p>',
    )
  })

  test('before the law binds, its public text says from when, in its language', () => {
    const before = { law: LAW, day: '2026-11-30' }
    assert.match(
      publishedView(ROW, OUTLINE, OPENING, before).intro,
      /rige desde el 1 de diciembre de 2026: los derechos/,
    )
    const english = publishedView(row({ language: 'en' }), OUTLINE, OPENING, before)
    assert.match(english.intro, /applies from 1 December 2026/)
    assert.match(english.sections[0]!.content, /not stated/)
    assert.doesNotMatch(publishedView(ROW, OUTLINE, OPENING, { law: LAW, day: '2026-12-01' }).intro, /rige/)
  })

  test('no internal note and no bracket of a person is published, not even in a title', () => {
    const { title, intro, sections } = publishedView(
      row({
        custom_title: 'Política [Completar: nombre]',
        custom_intro: 'Hola {{empresa}} [pendiente]',
        content: {
          rights: { title: 'D', content: html`<p>Cinco años ${internalNote('es', 'Revisar.')}</p>`.markup },
        },
      }),
      OUTLINE,
      OPENING,
      inForce,
    )
    assert.equal(title, 'Política de Tienda Sur SpA', 'a title that nobody finished gives way to ours')
    assert.equal(intro, '<p>Bienvenido a Tienda Sur SpA.</p>')
    assert.equal(sections[0]!.content, '<p>Cinco años</p>')
  })

  test('a bracket that people left in their records is a gap, and one in a title or an added section is said', () => {
    const typed = row({
      custom_title: 'Política [Completar: nombre]',
      custom_sections: {
        rights: { title: 'Derechos [pendiente]' },
        Horario: 'De 9 a [por completar]',
      },
      content: { controller: { title: 'R', content: '<p>Sur SpA, para [por completar: qué]</p>' } },
    })
    assert.deepEqual(policyView(typed, OUTLINE.sectionKeys).gaps, [
      { section: 'controller', missing: '[por completar: qué]' },
    ])
    const { unfinished } = policyFacts(typed, OUTLINE)
    assert.deepEqual(unfinished, ['[Completar: nombre]', '[pendiente]', '[por completar]'])
    const items: Record<string, Item> = {
      controller: { item: 'el responsable', article: 'art. 14 ter', severity: 'medium' },
    }
    const findings = judge(
      sectionChecks('policy', 'La política', items, OUTLINE.mandatory),
      policyFacts(typed, OUTLINE),
    )
    assert.deepEqual(
      findings.map(({ key, severity }) => [key, severity]),
      [
        ['policy.controller', 'medium'],
        ['policy.unfinished', 'low'],
      ],
    )
  })

  test('a section that no law asks for goes out without what it lacks, and not at all when nothing is left', () => {
    const lacks = (content: string) =>
      publishedView(
        row({
          content: {
            controller: { title: 'R', content: html`<p>${gap('COMPLETAR', 'todo')}</p>`.markup },
            rights: { title: 'D', content: content + html`<p>${gap('COMPLETAR', 'sitios')}</p>`.markup },
          },
        }),
        OUTLINE,
        OPENING,
        inForce,
      ).sections.map(({ key, content }) => [key, content])
    const asked = ['controller', '<p>Esta versión no informa este punto.</p>']
    assert.deepEqual(lacks(''), [asked])
    assert.deepEqual(lacks('<p>Hay cookies.</p>'), [asked, ['rights', '<p>Hay cookies.</p>']])
  })

  test('approval stages judge by the number of gaps', () => {
    assert.deepEqual(approvalFacts(ROW, OUTLINE.sectionKeys), {
      version: 3,
      status: 'DRAFT',
      language: 'es',
      legalEntityId: 'e1',
      completeness: 67,
      gapCount: 1,
    })
  })
})

describe('the states of a policy', () => {
  for (const [status, says] of [
    ['PUBLISHED', 'La versión 3 está en «publicada» y ya no cambia. Genere una versión nueva.'],
    ['ARCHIVED', 'La versión 3 está en «archivada» y ya no cambia. Genere una versión nueva.'],
  ] as const)
    test(`${status} cannot be changed, and the refusal says so`, () =>
      assert.throws(() => assertDraft({ version: 3, status }), { kind: 'conflict', message: says }))

  test('a draft can be changed; one in approval cannot', () => {
    assert.doesNotThrow(() => assertDraft({ version: 1, status: 'DRAFT' }))
    assert.equal(inApproval().message, 'Esta versión ya está en aprobación. Espere a que termine.')
  })
})

describe('a policy on paper', () => {
  const document = {
    title: 'Política',
    intro: '<p>Hola.</p>',
    sections: [{ key: 'a', title: 'A', content: '<p>a</p>' }],
  }
  const words = (block: Block) => ('text' in block && typeof block.text === 'string' ? block.text : '')
  const edition = (change: Partial<PolicyRow>) => words(policyPaper(row(change), document).content[2]!)

  for (const [change, says] of [
    [{}, 'Versión 3, borrador'],
    [{ language: 'en' }, 'Version 3, draft'],
    // Ten at night in Santiago.
    [
      { status: 'PUBLISHED', published_at: new Date('2026-12-04T01:00:00Z') },
      'Versión 3, publicada el 3 de diciembre de 2026',
    ],
    [
      { status: 'ARCHIVED', published_at: new Date('2026-12-04T15:00:00Z') },
      'Versión 3, publicada el 4 de diciembre de 2026',
    ],
    [
      { status: 'PUBLISHED', language: 'en', published_at: new Date('2026-12-04T15:00:00Z') },
      'Version 3, published on 4 December 2026',
    ],
  ] as const)
    test(`states its version: ${says}`, () => assert.equal(edition(change), says))

  test('only a draft has a watermark, in its language', () => {
    const mark = (change: Partial<PolicyRow>) => policyPaper(row(change), document).watermark
    assert.deepEqual(
      [mark({}), mark({ language: 'en' }), mark({ status: 'PUBLISHED' }), mark({ status: 'ARCHIVED' })],
      ['BORRADOR', 'DRAFT', undefined, undefined],
    )
  })

  test('a policy states its law, its own date and its text in order', () => {
    const { lawVersion, dated, language, footer, content } = policyPaper(ROW, document)
    assert.deepEqual([lawVersion, dated, language], ['2026-12-01', ROW.updated_at, 'es'])
    assert.equal(footer, 'Tienda Sur SpA · Política')
    assert.deepEqual(content.map(words).filter(Boolean), [
      'Tienda Sur SpA',
      'Política',
      'Versión 3, borrador',
      'A',
    ])
    assert.equal(policyPaper(row({ entity_name: 'S'.repeat(200) }), document).footer.length, 95)
  })
})

describe('the legal checks of a policy', () => {
  const ITEMS: Record<'controller' | 'rights', Item> = {
    controller: { item: 'quién es el responsable', article: 'art. 14 ter letra a)', severity: 'high' },
    rights: { item: 'los derechos', article: 'art. 14 ter letra e)', severity: 'medium' },
  }
  const checks = sectionChecks('policy', 'La política', ITEMS, OUTLINE.mandatory)
  const found = (change: Partial<PolicyRow>) =>
    judge(checks, policyFacts(row(change), OUTLINE)).map(({ key, message }) => [key, message])
  const FULL = { ...ROW.content, controller: { title: 'R', content: '<p>Sur SpA</p>' } }

  test('nothing is missing if every section has text', () => assert.deepEqual(found({ content: FULL }), []))

  test('a gap is named, with the next step', () => {
    assert.deepEqual(found({}), [
      [
        'policy.controller',
        'La política debe informar quién es el responsable. Falta: domicilio postal. Complete los registros y genere una versión nueva, o redacte la sección.',
      ],
    ])
  })

  test('gaps of an English text are counted, not quoted in a Spanish sentence', () => {
    const content = {
      ...FULL,
      rights: { title: 'R', content: html`${gap('TO COMPLETE', 'postal address')}`.markup },
    }
    assert.deepEqual(found({ content, language: 'en' }), [
      [
        'policy.rights',
        'La política debe informar los derechos. Hay datos sin completar. Complete los registros y genere una versión nueva, o redacte la sección.',
      ],
    ])
  })

  for (const [count, says] of [
    [5, 'Falta: f1; f2; f3; f4; f5.'],
    [6, 'Falta: f1; f2; f3; f4; f5; y 1 más.'],
    [9, 'Falta: f1; f2; f3; f4; f5; y 4 más.'],
  ] as const)
    test(`five of ${count} gaps are named`, () => {
      const gaps = Array.from({ length: count }, (_, at) => gap('COMPLETAR', `f${at + 1}`))
      const content = { ...FULL, rights: { title: 'R', content: html`${gaps}`.markup } }
      assert.ok(found({ content })[0]![1]!.includes(says), found({ content })[0]![1])
    })

  for (const [name, content] of [
    ['that is absent', { controller: FULL.controller, policyInfo: ROW.content['policyInfo']! }],
    ['without words', { ...FULL, rights: { title: 'R', content: '<p> <br></p>' } }],
  ] as const)
    test(`a section ${name} counts as empty`, () =>
      assert.deepEqual(found({ content }), [
        ['policy.rights', 'La política no informa los derechos. Redacte la sección.'],
      ]))

  test("a person's own text replaces a section's gaps, but its brackets count", () => {
    assert.deepEqual(found({ custom_sections: { controller: 'Sur SpA, Av. Matta 100' } }), [])
    assert.match(
      found({ custom_sections: { controller: 'Sur SpA, [completar]' } })[0]![1]!,
      /Falta: \[completar\]\./,
    )
  })

  test('hiding a mandatory section is noted; hiding another one is not', () => {
    const message = 'La política debe informar quién es el responsable: se publica aunque se pidió ocultarlo.'
    const hidden = { controller: false, rights: { visible: false } }
    assert.deepEqual(found({ content: FULL, custom_sections: hidden }), [['policy.hidden', message]])
    assert.deepEqual(found({ content: FULL, custom_sections: { rights: false } }), [])
  })
})

describe('sections', () => {
  const content = { b: { title: 'B', content: '<p>b</p>' }, a: { title: 'A', content: '<p>a</p>' } }

  test('sections follow the order of their keys, and unknown ones are left out', () => {
    assert.deepEqual(
      ordered(['a', 'x', 'b'], content).map(({ key }) => key),
      ['a', 'b'],
    )
    assert.deepEqual(inOrder(['a'], content), { a: content.a })
    assert.deepEqual(
      writeEach(['a'], { a: 'A' }, (key) => html`<p>${key}<</p>`),
      { a: { title: 'A', content: '<p>a<</p>' } },
    )
  })

  for (const [sent, own, hidden] of [
    [true, undefined, false],
    [false, undefined, true],
    ['Otro', '<p>Otro</p>', false],
    ['', undefined, false],
    ['<p></p>', undefined, false],
    [null, undefined, false],
    [{}, undefined, false],
    [{ visible: false, content: 'x' }, '<p>x</p>', true],
    [{ visible: null, content: null }, undefined, false],
    [{ content: '<b>x' }, '<b>x</b>', false],
  ] as const)
    test(`a section sent as ${JSON.stringify(sent)}`, () => {
      assert.deepEqual([ownText({ a: sent }, 'a'), isHidden({ a: sent }, 'a')], [own, hidden])
    })

  test('inherited property names are not sections', () => {
    for (const key of ['constructor', 'toString', '__proto__'])
      assert.deepEqual([ownText({}, key), isHidden({}, key)], [undefined, false])
    const sent = JSON.parse('{"__proto__":"<p>x</p>"}')
    assert.equal(ownText(sent, '__proto__'), '<p>x</p>')
  })

  test('a blank title or intro counts as none; added sections come last, by key', () => {
    const custom = {
      customTitle: ' ',
      customIntro: '<p> </p>',
      customSections: { z: 'z', m: 'm', e: '', a: { title: '  ' } },
    }
    const { title, intro, sections } = documentOf(
      ['a', 'b'],
      { title: 'T', intro: '<p>i</p>', content },
      custom,
    )
    assert.deepEqual([title, intro], ['T', '<p>i</p>'])
    assert.deepEqual(
      sections.map((one) => [one.key, one.title, one.content]),
      [
        ['a', 'A', '<p>a</p>'],
        ['b', 'B', '<p>b</p>'],
        ['m', 'm', '<p>m</p>'],
        ['z', 'z', '<p>z</p>'],
      ],
    )
  })

  const document = (sections: [string, string, string][]) => ({
    title: '',
    intro: '',
    sections: sections.map(([key, title, text]) => ({ key, title, content: text })),
  })
  const [was, is] = [
    document([
      ['a', 'A', 'Uno. Dos.'],
      ['b', 'B', 'x'],
      ['own', 'O', 'x'],
    ]),
    document([
      ['a', 'A', 'Uno. Tres.'],
      ['c', 'C', 'x'],
      ['b', 'B2', 'x'],
    ]),
  ]

  test("versions are compared in the order of the law, then by the organisation's sections", () => {
    assert.deepEqual(
      compare(['a', 'b', 'c', 'none'], was, is).map(({ key, difference }) => [key, difference]),
      [
        ['a', 'changed'],
        ['b', 'changed'],
        ['c', 'added'],
        ['own', 'removed'],
      ],
    )
  })

  test('changes are shown in words; a new title alone changes no words', () => {
    const found = differencesBetween(['a', 'b', 'c'], was, is)
    assert.deepEqual(
      found.map(({ stretches }) => stretches),
      [
        [
          { kind: 'same', text: 'Uno.' },
          { kind: 'removed', text: 'Dos.' },
          { kind: 'added', text: 'Tres.' },
        ],
        [{ kind: 'same', text: 'x' }],
        [{ kind: 'added', text: 'x' }],
        [{ kind: 'removed', text: 'x' }],
      ],
    )
    assert.deepEqual(
      differencesBetween(['a'], was, was).map(({ stretches }) => stretches),
      [[], [], []],
    )
  })
})

describe('the current records', () => {
  const today = {
    ...ROW.content,
    rights: { title: 'Derechos', content: '<p>Usted tiene ocho derechos.</p>' },
    policyInfo: { title: 'x', content: '<p>otra</p>' },
  }
  const custom = { controller: 'Yo.', rights: false, propia: 'Nueva.' }
  const shown = documentView(row({ custom_sections: custom }), OUTLINE, OPENING)
  const found = besides(
    { content: ROW.content, custom_sections: custom },
    OUTLINE,
    shown,
    today,
    (key) => `art. ${key}`,
  )

  test('records and policy are compared section by section', () => {
    assert.deepEqual(
      found.map(({ key, article, isMandatory, isOwn, isHidden: hidden, hasDrifted }) => [
        key,
        article,
        isMandatory,
        isOwn,
        hidden,
        hasDrifted,
      ]),
      [
        ['controller', 'art. controller', true, true, false, false],
        ['rights', 'art. rights', false, false, true, true],
        // Number and date change with every version, so they never count as drift.
        ['policyInfo', 'art. policyInfo', false, false, false, false],
        ['propia', null, false, true, false, false],
      ],
    )
  })

  test("a hidden section has no text to compare, and an organisation's section no records", () => {
    const [controller, rights, , own] = found
    assert.deepEqual([rights!.text, rights!.stretches], [null, []])
    assert.deepEqual([own!.records, own!.stretches], [null, []])
    assert.deepEqual(controller!.stretches.at(0), { kind: 'removed', text: 'Yo.' })
  })

  test('a mandatory section never counts as hidden', () => {
    const hidden = { controller: false }
    const view = documentView(row({ custom_sections: hidden }), OUTLINE, OPENING)
    const [first] = besides({ content: ROW.content, custom_sections: hidden }, OUTLINE, view, today, String)
    assert.deepEqual([first!.isHidden, first!.text !== null], [false, true])
  })
})

describe('small words', () => {
  test('a policy is in Spanish or English, by default in Spanish', () => {
    assert.deepEqual(
      [readLanguage('en'), readLanguage('es'), readLanguage(null), readLanguage(undefined)],
      ['en', 'es', 'es', 'es'],
    )
    for (const sent of ['', 'EN', 'pt', 'constructor'])
      assert.throws(
        () => readLanguage(sent),
        /no es un idioma disponible\. Use es \(español\) o en \(inglés\)/,
      )
  })

  test('the requested language is shown, or none; without a request, the first', () => {
    const rows = [
      { language: 'es' as const, id: 1 },
      { language: 'en' as const, id: 2 },
    ]
    const pick = (language: 'es' | 'en' | undefined, from = rows) =>
      pickLanguage(from, language, ({ id }) => id)
    assert.deepEqual(pick('en'), { row: rows[1], document: 2, languages: ['es', 'en'] })
    assert.equal(pick(undefined)!.document, 1)
    assert.equal(pick('en', rows.slice(0, 1)), undefined)
    assert.equal(pick(undefined, []), undefined)
  })

  for (const [day, es, en] of [
    ['2026-12-01', '1 de diciembre de 2026', '1 December 2026'],
    ['2027-01-31', '31 de enero de 2027', '31 January 2027'],
    ['2028-02-29', '29 de febrero de 2028', '29 February 2028'],
    ['2027-09-08', '8 de septiembre de 2027', '8 September 2027'],
  ] as const)
    test(`${day} is ${es}`, () => assert.deepEqual([dayIn('es', day), dayIn('en', day)], [es, en]))

  test('a fingerprint ignores the order of keys, and nothing else', () => {
    const one = { a: 1, b: [{ c: 2, d: 3 }] }
    assert.equal(fingerprint(one), fingerprint({ b: [{ d: 3, c: 2 }], a: 1 }))
    for (const other of [
      { a: 1 },
      { a: 1, b: [{ c: 2, d: '3' }] },
      { a: 1, b: { c: 2, d: 3 } },
      { a: null, b: [] },
      [one],
    ])
      assert.notEqual(fingerprint(one), fingerprint(other))
    assert.notEqual(fingerprint([1, 2]), fingerprint([2, 1]))
  })

  test('a section with two gaps counts once', () => {
    const twice = {
      a: { title: 'A', content: html`${gap('X', 'uno')}${gap('X', 'dos')}${gap('X', 'uno')}`.markup },
    }
    const gaps = gapsOf(['a', 'b'], twice, {})
    assert.deepEqual(
      gaps.map(({ missing }) => missing),
      ['uno', 'dos'],
    )
    assert.deepEqual(completenessOf(['a', 'b', 'c'], gaps), { filled: 2, total: 3, percentage: 67 })
    assert.deepEqual(completenessOf(['a'], gaps), { filled: 0, total: 1, percentage: 0 })
    assert.deepEqual(completenessOf(['a', 'b'], []), { filled: 2, total: 2, percentage: 100 })
  })

  test('the labels that a template leaves in brackets are listed once each', () => {
    const labels = { plazo: 'Duración', otro: 'Duración' }
    assert.deepEqual(
      gapLabels('{{plazo}} {{otro}} {{a}} {{b}} {{c}}', { a: 'x', b: ' ' }, labels, { c: '<p>c</p>' }),
      ['Duración', 'B'],
    )
    assert.deepEqual(
      gapLabels('{{c}}', { c: '' }, {}, { c: '<p>c</p>' }),
      ['C'],
      'a clause that a person emptied',
    )
    assert.deepEqual(gapLabels('nada', {}, {}), [])
  })
})
