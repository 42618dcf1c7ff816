import { Link } from 'react-router'
import { pageMeta } from '#web/page-meta.ts'
import { type Site, useSite } from '#web/site.ts'
import type { Route } from './+types/privacy-policy.page.ts'
import { ContactLine, EmailLink } from './ui/contact-line.tsx'
import { Policy, type PolicySection } from './ui/policy.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Privacy Policy',
    description:
      'What this academy stores about you, why, for how long, who else receives it, and how to see, correct or delete it.',
    path: '/PrivacyPolicy/',
  })

export default function PrivacyPolicyPage() {
  const site = useSite()
  if (!site) return null
  return (
    <Policy
      title="Privacy Policy"
      updated="November 21, 2026"
      intro={
        <p>
          What {site.name} stores about you, why, for how long, and who else receives it. It is written to be read, and
          to meet California's Online Privacy Protection Act (CalOPPA).
        </p>
      }
      sections={sections(site)}
    />
  )
}

const sections = (site: Site): PolicySection[] => [
  {
    id: 'collect',
    heading: 'What we collect',
    body: (
      <>
        <p>You can read every public page without giving us your name. When you use an account we store:</p>
        <ul>
          <li>
            <strong>Your account:</strong> first and last name if you give them, email address, username, and your
            password only as a hash from which it can't be read back.
          </li>
          <li>
            <strong>Your purchases:</strong> what you bought, when, the price, and the payment provider's number of the
            payment. Card numbers never reach our server. Where sales tax is added also the country and postal code that
            you gave, from which Stripe calculates it.
          </li>
          <li>
            <strong>Your studies:</strong> lectures completed, where you stopped in a lecture, your examination attempts
            and answers, and certificates issued to you.
          </li>
          <li>
            <strong>Technical records:</strong> the times of your sessions and the kind of browser used, and short-lived
            server logs for keeping the site safe.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'use',
    heading: 'What we use it for',
    body: (
      <p>
        To let you log in, deliver what you bought, keep your progress, count your examination, issue and verify your
        certificate, send the mails that belong to these, answer your questions, and meet our duties in accounting and
        law. We do not sell or rent personal information, show advertising, or build profiles of you.
      </p>
    ),
  },
  {
    id: 'browser',
    heading: 'What is kept in your browser',
    body: (
      <p>
        When you log in, the site keeps a random login token in your browser's local storage under the name “token”. It
        shows our server that you are logged in, is deleted when you log out, and ends by itself after 30 days without
        use. We set no advertising or analytics cookies. Anyone who can use your browser can use the token: log out on
        shared computers.
      </p>
    ),
  },
  {
    id: 'others',
    heading: 'Who else receives data',
    body: (
      <>
        <ul>
          <li>
            <strong>Stripe</strong> processes card payments. Its script is loaded where a card is entered, and your card
            details go from your browser to Stripe directly. Stripe also receives technical data to prevent fraud, under{' '}
            <a href="https://stripe.com/privacy" rel="noopener">
              Stripe's privacy policy
            </a>
            .
          </li>
          <li>
            <strong>Hosts of book previews</strong>
            {site.book_hosts.length > 0 && ` (${site.book_hosts.join(', ')})`}: a preview on our{' '}
            <Link to="/Books/">Books</Link> page is loaded from the book's host, which then sees your network address
            and may set its own cookies.
          </li>
          <li>
            <strong>Our hosting and email providers</strong> store and carry data for us and only on our instructions.
          </li>
          <li>
            <strong>Whoever opens a certificate link:</strong> it shows your printed name, the course and the date. The
            link can't be guessed; you decide who gets it.
          </li>
        </ul>
        <p>We give data to authorities only where the law obliges us to.</p>
      </>
    ),
  },
  {
    id: 'retention',
    heading: 'How long we keep it',
    body: (
      <p>
        Account and study data as long as your account exists. Purchase records as long as tax and accounting law asks,
        also after that. Links for verifying an address or setting a new password lose their force within 24 hours or on
        use.
      </p>
    ),
  },
  {
    id: 'rights',
    heading: 'Seeing, correcting and deleting your data',
    body: (
      <p>
        Write to <EmailLink /> from the address of your account to receive a copy of your data, to have it corrected, or
        to have your account deleted. We answer within 30 days. Deleting an account ends access to what was bought with
        it. Residents of California, the European Union and other places have these rights by law; we give them to
        everyone.
      </p>
    ),
  },
  {
    id: 'tracking',
    heading: 'Do Not Track',
    body: (
      <p>
        We do not follow you across other sites, so the site behaves the same whether or not your browser sends a “Do
        Not Track” or Global Privacy Control signal. The third parties named above may collect data over time and across
        sites when you use their parts of a page.
      </p>
    ),
  },
  {
    id: 'children',
    heading: 'Children',
    body: (
      <p>
        The academy is for nurses. It is not meant for children under 13, and we do not knowingly collect data about
        them.
      </p>
    ),
  },
  {
    id: 'security',
    heading: 'Security',
    body: (
      <p>
        Connections are encrypted, passwords and login tokens are stored only as hashes, and paid files are reached only
        by addresses that expire. No system is perfect: if your data is affected by a breach, we tell you without delay.
      </p>
    ),
  },
  {
    id: 'changes',
    heading: 'Changes and contact',
    body: (
      <>
        <p>
          When this policy changes, the new text stands here with its date; members are told of important changes by
          email. Questions go to:
        </p>
        <ContactLine />
      </>
    ),
  },
]
