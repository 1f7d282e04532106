import type { ReactNode } from 'react'
import css from './questionnaires.module.css'
import { conditionWords, type Question, type Section, TYPES } from './words.ts'

/** The questions by section, each with details that the caller adds. */
export function Questions({
  sections,
  children,
}: {
  sections: readonly Section[]
  children: (question: Question) => ReactNode
}) {
  const all = sections.flatMap(({ questions }) => questions)
  return (
    <div className="stack">
      {sections.map((section) => (
        <section key={section.title} className="stack tight" aria-label={section.title}>
          {section.title && <h3>{section.title}</h3>}
          {section.description && <p className="muted">{section.description}</p>}
          {section.showIf.length > 0 && <p className="hint">{conditionWords(section.showIf, all)}.</p>}
          <dl className={css['questions']}>
            {section.questions.map((question) => (
              <div key={question.key} className={css['question']}>
                <dt>{question.label}</dt>
                <dd>{children(question)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

/** Previews the questions, each with its kind of answer and its condition. */
export function Preview({ sections }: { sections: readonly Section[] }) {
  const all = sections.flatMap(({ questions }) => questions)
  return (
    <Questions sections={sections}>
      {({ type, required, options, showIf, hint }) => (
        <span className="hint">
          {[
            TYPES[type],
            required ? 'obligatoria' : 'opcional',
            options.length > 0 && options.map(({ label }) => label).join(' / '),
            hint,
            conditionWords(showIf, all),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
    </Questions>
  )
}
