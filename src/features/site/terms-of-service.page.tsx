import { pageAddress } from '#shared/pages.ts'
import { Link } from 'react-router'
import { inSeries } from '#shared/counted.ts'
import { longDate } from '#shared/dates.ts'
import { KIND_NAMES } from '#shared/kinds.ts'
import { EmailLink } from '#web/shell/email-link.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { type Site, useSite } from '#web/shell/site.ts'
import type { Route } from './+types/terms-of-service.page.ts'
import { TERMS_DAY } from './site.rules.ts'
import { ContactLine } from './ui/contact-line.tsx'
import { Policy, type PolicySection } from './ui/policy.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Terms of Service',
    description:
      'What you buy here, what “Full lifetime access” means, refunds, certificates, and what the courses are not.',
    path: '/TermsOfService/',
  })

export default function TermsOfServicePage() {
  const site = useSite()
  if (!site) return null
  return (
    <Policy
      title="Terms of Service"
      updated={longDate(TERMS_DAY)}
      intro={<p>The agreement between you and {site.name} when you use this site or buy from it.</p>}
      sections={sections(site)}
    />
  )
}

const sections = (site: Site): PolicySection[] => [
  {
    id: 'account',
    heading: 'Your account',
    body: (
      <p>
        You need an account to buy and to study. Give a working email address, keep your password to yourself, and do
        not let anyone else use the account. You must be at least 18. If you think someone else has used your account,
        tell us at once: <EmailLink />. You can have your account deleted on its page. That ends your access to
        everything bought with it, so ask for a refund that you have a right to before.
      </p>
    ),
  },
  {
    id: 'license',
    heading: 'What you buy: a license to use',
    body: (
      <>
        <p>
          Buying a {inSeries(KIND_NAMES, 'or')} gives you a personal, nonexclusive, nontransferable license to use it.
          It is not a sale of the work itself. You may stream lectures, download the files, print them for your own use,
          and fill in the templates for your professional work.
        </p>
        <p>
          You may not share your account, publish or resell the material, record lectures, copy examination questions,
          or use the material to train machine-learning systems. All rights not granted here remain with {site.name} and
          its authors.
        </p>
      </>
    ),
  },
  {
    id: 'lifetime',
    heading: 'What “Full lifetime access” means',
    body: (
      <p>
        Access has no end date: it lasts as long as {site.name} offers the item on this site, and a course you own stays
        open to you even if it is taken off sale. “Lifetime” means the lifetime of the service, not yours. If we ever
        close the site, we will tell you by email at least 90 days in advance, so that you can finish your courses and
        download your files and certificates.
      </p>
    ),
  },
  {
    id: 'payment',
    heading: 'Prices and payment',
    body: (
      <p>
        Prices are in US dollars, and you pay the price shown at the time of purchase. You pay once; nothing renews
        automatically. Cards are processed by Stripe. Access begins when the payment is confirmed, usually within
        seconds.
      </p>
    ),
  },
  {
    id: 'refunds',
    heading: 'Refunds',
    body: (
      <>
        <p>
          Write to <EmailLink /> within 14 days of your purchase, and we will refund your money to the same card, as
          long as you have completed no more than a quarter of a course's lectures, have not requested its certificate,
          and, for a document, have not downloaded its files. When the whole price has been refunded, your access to the
          item ends; when we give back a part of it, it stays.
        </p>
        <p>
          If something we sold you does not work and we can't fix it within a reasonable time, you get a refund in any
          case. Your rights as a consumer under the law of your country are not affected.
        </p>
      </>
    ),
  },
  {
    id: 'certificate',
    heading: 'A certificate is not a certification',
    body: (
      <p>
        When you pass a course's examination with 80% or more, you may request a certificate of completion. It states
        that you completed the course and passed its examination. It is not a professional certification, a license, an
        academic degree or a credential from a credentialing body, and it does not by itself carry continuing-education
        credit. Please present it as what it is. A certificate obtained by deceit may be revoked, and so may one whose
        course was refunded; its link will then say so.
      </p>
    ),
  },
  {
    id: 'no-advice',
    heading: 'No legal or medical advice',
    body: (
      <p>
        The material is for education only. It is neither legal nor medical advice, and it creates no attorney–client or
        nurse–patient relationship. Rules on defense medical exams differ from court to court and change over time; the
        retaining attorney decides what applies to an exam. The cases and people in examples are fictional. You remain
        responsible for practicing within the scope of your license.
      </p>
    ),
  },
  {
    id: 'conduct',
    heading: 'Fair use of the site',
    body: (
      <p>
        Do not disrupt or overload the site, get around its access controls, or send anyone unlawful or confidential
        material through it. Never send us health information that could identify a patient. We may suspend an account
        that is used for any of these things, after a warning where possible.
      </p>
    ),
  },
  {
    id: 'liability',
    heading: 'Warranty and liability',
    body: (
      <p>
        We take care to keep the material correct and the site running, but we can't promise that either is free of
        errors, that the site is always available, or that a course leads to work or income. To the extent the law
        allows, we are not liable for indirect damages, and our liability for an item is limited to the price you paid
        for it. Nothing here limits liability for intentional misconduct or gross negligence, or any liability that by
        law can't be limited.
      </p>
    ),
  },
  {
    id: 'changes',
    heading: 'Changes, law and contact',
    body: (
      <>
        <p>
          When these terms change, the new text is posted here with its date. Each purchase remains under the terms that
          were in effect when it was made. The law of the place where {site.name} has its address applies, together with
          the consumer protection laws of the place where you live. How we handle your data is explained in the{' '}
          <Link to={pageAddress('/PrivacyPolicy/')}>Privacy Policy</Link>. Send questions to:
        </p>
        <ContactLine />
      </>
    ),
  },
]
