import { html } from '#kernel/html.ts'
import { LAW_NAME_EN } from '#kernel/law/wording.ts'
import { stopAfter } from '#kernel/text.ts'
import type { CookieWords } from './words.ts'

const LAW = LAW_NAME_EN

export const EN: CookieWords = {
  language: 'en',
  mark: 'TO COMPLETE',
  title: (entity) => `Cookie policy of ${entity}`,
  intro: (entity) =>
    html`<p>These are the cookies and similar technologies that ${entity} uses on its websites, what for and for how long, and how you may accept them, refuse them or change your mind. Names and descriptions are shown as the organisation recorded them.</p>`,
  titles: {
    policyInfo: 'Version and date',
    sites: 'Websites it applies to',
    about: 'What cookies are',
    controller: 'Controller and contact',
    cookies: 'Cookies we use',
    consent: 'Purposes and your consent',
    management: 'How to change your decision',
  },
  yes: 'Yes',
  no: 'No',
  mayOppose:
    'Not in the notice, since the site does not work without them; you may object to this processing (art. 8 a)',
  policyInfo: {
    drafted: (version, day) =>
      html`<p>This is version ${version} of the cookie policy. It was drafted on ${day} and has not been published yet.</p>`,
    published: (version, day) =>
      html`<p>This is version ${version} of the cookie policy, published on ${day}.</p>`,
  },
  sites: { lead: 'It applies to these websites:', missing: 'websites on which the cookies are used' },
  about: html`<p>Cookies are small files that a website keeps on your device to remember information about your visit. Similar technologies (local storage, pixels) do the same. Where they make it possible to identify you, they are personal data governed by ${LAW}.</p>`,
  controller: {
    is: (entity) => html`<p>The controller is <strong>${entity}</strong>${stopAfter(entity)}</p>`,
    email: 'Email address for exercising rights',
    missingEmail: 'public email address for exercising rights',
    more: 'The privacy policy tells of your rights, international transfers and all other processing.',
  },
  cookies: {
    lead: 'These are the cookies of the published consent notices, by purpose:',
    head: ['Name', 'Provider', 'Duration', 'Description'],
    caption: (purpose) => `Cookies for «${purpose}»`,
    missing: 'cookies of the websites, in a published consent notice',
    missingPurpose: 'purpose of these cookies',
    missingProvider: (cookie) => `provider of the cookie «${cookie}»`,
    missingDuration: (cookie) => `duration of the cookie «${cookie}»`,
  },
  consent: {
    lead: html`<p>Strictly necessary cookies work without your consent. All others stay off until you accept them, purpose by purpose (art. 12, ${LAW}).</p>`,
    caption: 'Purposes',
    head: ['Purpose', 'Description', 'Legal basis', 'May be refused'],
    missing: 'purposes, in a published consent notice',
    bases: {
      consent: 'Consent of the data subject (art. 12)',
      contract: 'Contract or pre-contractual steps (art. 13 c)',
      legal_obligation: 'Legal obligation (art. 13 b)',
      legitimate_interest: 'Legitimate interest (art. 13 d)',
    },
  },
  management: ({
    agency,
    terms,
  }) => html`<p>You may withdraw or change your decision at any time, free of charge and as easily as you gave it, in the consent notice of the website. Withdrawal does not affect what was processed before (art. 12, ${LAW}).</p>
<p>You may also delete or block cookies in the settings of your browser; if you block the necessary ones, parts of the website may not work.</p>
<p>If we do not answer a request about your data, or refuse it, you may complain to the Personal Data Protection Agency (${agency.name}) within ${terms.complaintBusinessDays} business days of the refusal, or of the end of the time to answer (art. 41).</p>`,
}
