import { pageAddress } from '#shared/pages.ts'
import { Link } from 'react-router'
import { EmailLink } from '#web/shell/email-link.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { type Site, useSite } from '#web/shell/site.ts'
import type { Route } from './+types/privacy-policy.page.ts'
import { ContactLine } from './ui/contact-line.tsx'
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
      updated="November 22, 2026"
      intro={
        <p>
          What {site.name} stores about you, why, for how long, and who else receives it. We have written it to be read,
          and to meet the California Online Privacy Protection Act (CalOPPA).
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
        <p>You can read every public page without telling us who you are. When you use an account, we store:</p>
        <ul>
          <li>
            <strong>Your account:</strong> your first and last name and the credentials after your name if you give
            them, your email address, your username, which version of the Terms of Service you accepted and when, and
            your password, but only as a hash from which the password can't be recovered. A new email address is stored
            beside it until you confirm it. If we lock your account, so is the reason.
          </li>
          <li>
            <strong>Other ways to log in,</strong> if you set them up: the secret that you share with an app for codes,
            encrypted; hashes of your recovery codes; and of each passkey its public key, the name you gave it and when
            you last used it.
          </li>
          <li>
            <strong>Your purchases:</strong> what you bought, when, the price, the payment reference, and the brand and
            last four digits of the card. Whole card numbers never reach our server. Where sales tax applies, we also
            store the country and postal code you gave, which Stripe uses to calculate it.
          </li>
          <li>
            <strong>Your billing details,</strong> if you give them: company, address and tax number. They are printed
            on your invoices and credit notes.
          </li>
          <li>
            <strong>Your studies:</strong> the lectures you have completed, where you stopped in each one, your
            examination attempts and answers, and the certificates issued to you.
          </li>
          <li>
            <strong>Technical records:</strong> when you were logged in, with what kind of browser and from which
            network (IP) address, and server logs that tell of what went wrong, which name accounts and orders by their
            identifiers.
          </li>
          <li>
            <strong>A log of what concerns your account:</strong> for example that a new password was chosen, access was
            given, or money was given back, with your username and email address at that time and the reason, if one was
            given. When you log in from a new place or choose a new password, it also has the network (IP) address, and
            for a login the browser.
          </li>
          <li>
            <strong>Counts of tries:</strong> how many logins to your account failed or were refused in an hour, and how
            often something was tried from one network address or for one account. The latter are stored under keys from
            which neither can be read.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'use',
    heading: 'How we use it',
    body: (
      <p>
        To let you log in, deliver what you bought, keep track of your progress, score your examination, issue and
        verify your certificate, send the related emails, answer your questions, and meet our accounting and legal
        obligations. We do not sell or rent personal information, show advertising, or build profiles of you.
      </p>
    ),
  },
  {
    id: 'browser',
    heading: 'What is kept in your browser',
    body: (
      <p>
        When you log in, the site keeps a random login token in your browser's local storage under the name “token”. It
        shows our server that you are logged in, is deleted when you log out, and expires after 30 days without use, or
        180 days after you logged in. The player keeps its speed and captions there, and where you stopped until our
        server has it. The storage of a single tab keeps the identifiers of a payment, and whether your card was
        charged, until its outcome is known, and your answers until an examination is handed in; it is gone when you
        close the tab. We set no advertising or analytics cookies. Anyone who can use your browser can use the token, so
        please log out on shared computers.
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
            <strong>Stripe</strong> processes card payments. Its script is loaded on pages where you can enter a card,
            and your card details go directly from your browser to Stripe. When you first pay, we also give Stripe your
            email address and, if you gave one, your name, with an identifier of your account; and with each payment the
            order number and what you buy. They let us find your payments there, and answer a bank's questions about
            them. Stripe also receives technical data to prevent fraud, under{' '}
            <a href="https://stripe.com/privacy" rel="noopener">
              Stripe's privacy policy
            </a>
            .
          </li>
          <li>
            <strong>Book preview hosts</strong>
            {site.book_hosts.length > 0 && ` (${site.book_hosts.join(', ')})`}: a preview on our{' '}
            <Link to={pageAddress('/Books/')}>Books</Link> page is loaded from the book's host, which then sees your IP
            address and may set its own cookies.
          </li>
          <li>
            <strong>Our hosting and email providers</strong> store and transmit data for us, and only on our
            instructions.
          </li>
          <li>
            <strong>Anyone who opens your certificate link</strong> sees your name and credentials as printed, the
            course and the dates. The link can't be guessed; you decide who gets it.
          </li>
        </ul>
        <p>We give data to authorities only where the law requires us to.</p>
      </>
    ),
  },
  {
    id: 'retention',
    heading: 'How long we keep it',
    body: (
      <ul>
        <li>
          Account and study data, and the log of what concerns your account: as long as your account exists. When it is
          deleted, your name, addresses, password, answers and the places where you stopped are deleted with it. What
          was sold, which lectures were completed, examinations passed and certificates issued stays, without a name.
          Entries of the log stay, too; your name, your addresses and the reasons are taken out of them.
        </li>
        <li>An account whose email address was never verified: 30 days.</li>
        <li>
          A second factor or a passkey: until you take it away. A new email address that you do not confirm: until its
          link has expired, and for 90 days in the log and in the list of what was mailed. Why your account is locked:
          until it is open again, and for 90 days in the log.
        </li>
        <li>
          Purchase records: as long as tax and accounting law requires, without your name once the account is deleted.
          What stands on your invoices and credit notes is then kept sealed, for nothing but that law, until ten years
          after the end of their year.
        </li>
        <li>
          When you were logged in and with what kind of browser: until you log out, or 30 days after you last used that
          login, and 180 days at most. From which network address: 90 days of that time at most. Server logs: until the
          server replaces them with newer ones.
        </li>
        <li>The network address and browser of a login or a new password, and counts of failed logins: 90 days.</li>
        <li>
          Counts of other tries: a day at most. That you have logged in from a network before, under a key from which
          its address can't be read: until 90 days after the last time. What has grown too old is deleted in the night
          that follows.
        </li>
        <li>
          Links to verify an email address or choose a new password expire within 24 hours, or as soon as they are used.
        </li>
        <li>
          Backups hold what was there when they were made, until they are deleted. If one is ever restored, whoever was
          deleted since is deleted again; for that we keep a list of the identifiers of deleted accounts.
        </li>
      </ul>
    ),
  },
  {
    id: 'rights',
    heading: 'Seeing, correcting and deleting your data',
    body: (
      <>
        <p>
          On your <Link to={pageAddress('/Account/')}>account page</Link> you can download everything we have stored
          about you, and have your account deleted. Deletion takes place a week after you asked for it, so that you can
          change your mind, and waits while a payment is open or disputed. It ends access to everything bought with the
          account. Your certificates then say that the name was removed, and Stripe is told to delete what it keeps of
          you as a customer.
        </p>
        <p>
          You can also write to <EmailLink /> from your account's email address for either, or to have something
          corrected. We answer within 30 days. Residents of California, the European Union and other places have these
          rights by law; we give them to everyone.
        </p>
        <p>
          Invoices and credit notes that you have received stay as they were printed. Billing details can be added once
          to those that have none, on your account page. Where something on one is wrong, write to us: we confirm the
          correction in a letter, or, where your tax office asks for a new invoice, give your money back and sell the
          item again.
        </p>
      </>
    ),
  },
  {
    id: 'tracking',
    heading: 'Do Not Track',
    body: (
      <p>
        We do not track you across other sites, so this site behaves the same whether or not your browser sends a “Do
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
        The academy is for nurses. It is not intended for children under 13, and we do not knowingly collect data about
        them.
      </p>
    ),
  },
  {
    id: 'security',
    heading: 'Security',
    body: (
      <p>
        Connections are encrypted, passwords and login tokens are stored only as hashes, and the files you buy can be
        reached only through links that expire. No system is perfect: if a breach affects your data, we will tell you
        without delay.
      </p>
    ),
  },
  {
    id: 'changes',
    heading: 'Changes and contact',
    body: (
      <>
        <p>
          When this policy changes, the new text is posted here with its date, and we email members about important
          changes. Send questions to:
        </p>
        <ContactLine />
      </>
    ),
  },
]
