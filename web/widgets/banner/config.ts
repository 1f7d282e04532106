/** The fields of GET /public/consent/:widgetKey/config that the banner reads. */

export interface Cookie {
  name: string
  provider: string | null
  duration: string | null
  description: string | null
}

export interface Purpose {
  key: string
  name: string
  description: string | null
  required: boolean
  cookies: Cookie[]
  category?: string
  hosts?: string[]
  googleConsent?: string[]
}

interface Translation {
  title?: string
  description?: string
  purposes?: Record<string, { name?: string; description?: string }>
}

export interface Config {
  widgetKey: string
  version: number
  title: string
  description: string | null
  language: string
  purposes: Purpose[]
  config: { translations?: Record<string, Translation> | null }
  policyLinks: { privacyPolicy: string | null; cookiePolicy: string | null }
  banner: {
    /** Of the buttons: by day and by night, their words, and their edge. The style sheet reads them by these names. */
    colours: Record<string, string> | null
    position: string
    theme: string
    reopen: boolean
    gpc: string
    days: number
    /** The organisation's page about privacy. */
    home: string
    /** The banner's own words, by language. */
    words: { es: Words; [language: string]: Words }
  }
}

type Word =
  | 'label'
  | 'about'
  | 'reject'
  | 'choose'
  | 'accept'
  | 'save'
  | 'preferences'
  | 'hint'
  | 'held'
  | 'close'
  | 'back'
  | 'always'
  | 'cookies'
  | 'privacyPolicy'
  | 'cookiePolicy'
  | 'saved'
  | 'receipt'
type Words = Record<Word, string>

export type Decisions = Record<string, boolean>

/** The notice in the language of the page if it has it, else in its own. */
export function inLanguage(config: Config, wanted: string): Config {
  const short = wanted.slice(0, 2)
  const translation = config.config.translations?.[wanted] ?? config.config.translations?.[short]
  if (!translation || short === config.language.slice(0, 2)) return config
  return {
    ...config,
    language: short,
    title: translation.title || config.title,
    description: translation.description || config.description,
    purposes: config.purposes.map((purpose) => {
      const { name, description } = translation.purposes?.[purpose.key] ?? {}
      return { ...purpose, name: name || purpose.name, description: description || purpose.description }
    }),
  }
}
