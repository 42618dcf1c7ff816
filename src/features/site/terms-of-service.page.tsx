import { Link } from 'react-router'
import { pageMeta } from '#web/page-meta.ts'
import { type Site, useSite } from '#web/site.ts'
import type { Route } from './+types/terms-of-service.page.ts'
import { dayInWords, TERMS_VERSION } from './site.rules.ts'
import { ContactLine, EmailLink } from './ui/contact-line.tsx'
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
      updated={dayInWords(TERMS_VERSION)}
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
        You need an account to buy and to study. Give a working email address, keep your password to yourself, and use
        the account for yourself only. You must be at least 18. Tell us at once if somebody else may have used it:{' '}
        <EmailLink />.
      </p>
    ),
  },
  {
    id: 'license',
    heading: 'What you buy: a license to use',
    body: (
      <>
        <p>
          Buying a course, podcast or document gives you a personal, non-exclusive license to use it that you can't pass
          on. It is not a sale of the work itself. You may stream lectures, download the files offered for download,
          print them for your own use, and fill in templates in your professional work.
        </p>
        <p>
          You may not share your account, publish or resell the material, take recordings of lectures, copy examination
          questions, or use the material to train machine-learning systems. All rights that are not given here stay with{' '}
          {site.name} and its authors.
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
        open to you when it is taken out of the shop. “Lifetime” is the lifetime of the service, not yours. If we ever
        close the site, we announce it by email at least 90 days before, so that you can finish your courses and
        download your files and certificates.
      </p>
    ),
  },
  {
    id: 'payment',
    heading: 'Prices and payment',
    body: (
      <p>
        Prices are in US dollars and are the ones shown when you pay. You pay once; nothing renews by itself. Cards are
        processed by Stripe. Access begins when the payment is confirmed, usually within seconds.
      </p>
    ),
  },
  {
    id: 'refunds',
    heading: 'Refunds',
    body: (
      <>
        <p>
          Write to <EmailLink /> within 14 days of buying and you get your money back on the same card, if you have
          completed no more than a quarter of a course's lectures, have not asked for its certificate, and, for a
          document, have not downloaded its files. A refund ends access to the item.
        </p>
        <p>
          If something we sold you does not work and we can't mend it within a reasonable time, you get a refund in any
          case. Rights that the law of your country gives to consumers stay untouched.
        </p>
      </>
    ),
  },
  {
    id: 'certificate',
    heading: 'A certificate is not a certification',
    body: (
      <p>
        When you pass a course's examination with 80% or more you may request a certificate of completion. It says that
        you completed this course and passed its examination. It is not a professional certification, license, academic
        degree or credential of a credentialing body, and it does not by itself carry continuing-education credit.
        Present it as what it is. A certificate obtained by deceit may be revoked; its link then says so.
      </p>
    ),
  },
  {
    id: 'no-advice',
    heading: 'No legal or medical advice',
    body: (
      <p>
        The material is for education only. It is not legal advice, not medical advice, and creates no attorney–client
        or nurse–patient relationship. Rules on defense medical exams differ from court to court and change; the
        retaining attorney decides what applies to an exam. Cases and persons in examples are invented. You remain
        responsible for practicing within your license.
      </p>
    ),
  },
  {
    id: 'conduct',
    heading: 'Fair use of the site',
    body: (
      <p>
        Do not break or overload the site, get around its access controls, or send others what is unlawful or
        confidential. Never upload or write to us health information by which a patient could be recognized. We may
        suspend an account that does these things, after a warning where that is possible.
      </p>
    ),
  },
  {
    id: 'liability',
    heading: 'Warranty and liability',
    body: (
      <p>
        We take care that the material is correct and the site works, but can't promise that it is free of errors or
        always reachable, or that a course leads to work or income. As far as the law allows, we are not liable for
        indirect damage, and our liability for an item is limited to the price you paid for it. Nothing here limits
        liability for intent, gross negligence or what by law can't be limited.
      </p>
    ),
  },
  {
    id: 'changes',
    heading: 'Changes, law and contact',
    body: (
      <>
        <p>
          When these terms change, the new text stands here with its date. Purchases keep the terms under which they
          were made. The law of the place where {site.name} has its address applies, together with the consumer
          protection of the place where you live. How we handle your data is told in the{' '}
          <Link to="/PrivacyPolicy/">Privacy Policy</Link>.
        </p>
        <ContactLine />
      </>
    ),
  },
]
