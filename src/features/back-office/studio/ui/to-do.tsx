import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { pluralize } from '#shared/pluralize.ts'
import { pageAddress } from '#shared/pages.ts'
import { getSearchAddress } from './search-address.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { Time } from '#web/shell/time.tsx'
import type { readToday } from '../today.contract.ts'

type Today = EndpointReply<typeof readToday>
type TodoItems = NonNullable<Today['waiting']>[number]

/** The server counts unanswered questions only up to this number. */
const MAX_COUNTED = 100

export function TodoList({ today }: { today: Today }) {
  const { waiting, failed_mails: failedMails, drafts, contests, reports, law, unanswered, missed, since } = today
  const changedHours = today.changed_hours ?? []
  const ofContent = [drafts, contests, reports, law, unanswered, missed?.total, changedHours.length]
  const former = today.former_address
  const isNothing = former === null && !waiting?.length && !failedMails && !ofContent.some(Boolean)
  return (
    <section aria-labelledby="what-waits">
      <h2 id="what-waits" className="mb-4 text-xl">
        To do
      </h2>
      {isNothing ? (
        <p className="text-muted">You’re all caught up.</p>
      ) : (
        <ul className="flex flex-col rounded-card border border-line bg-surface">
          {former !== null && (
            <TodoItem
              to="/Studio/Orders/"
              text={`The web address has changed: payments started at ${former} are on hold`}
            >
              {`If this is a test copy of your academy, do nothing. If the academy moved, ask your server administrator to run: npm run academy -- confirm-former-address ${former}`}
            </TodoItem>
          )}
          {waiting?.map((issues) => (
            <TodoItem
              key={issues.waits}
              to={getSearchAddress('/Studio/Orders/', { waits: issues.waits, money: 'real' })}
              text={formatCount(issues)}
            >
              <OrderCount issues={issues} />
            </TodoItem>
          ))}
          {failedMails !== null && failedMails > 0 && (
            <TodoItem to={getSearchAddress('/Studio/Mails/', { since })} text={pluralize(failedMails, 'failed email')}>
              From the last 30 days. We won’t retry them.
            </TodoItem>
          )}
          {reports !== null && reports > 0 && (
            <TodoItem to="/Studio/Reports/" text={`${pluralize(reports, 'reported post')} to review`}>
              Members reported them in discussions.
            </TodoItem>
          )}
          {contests !== null && contests > 0 && (
            <TodoItem to="/Studio/Contests/" text={`${pluralize(contests, 'question report')} to answer`}>
              {contests === 1 ? 'A member says' : 'Members say'} something is wrong with an exam question.
            </TodoItem>
          )}
          {unanswered !== null && unanswered > 0 && (
            <TodoItem
              to="/Studio/Discussions/"
              text={`${unanswered < MAX_COUNTED ? '' : 'At least '}${pluralize(unanswered, 'unanswered question')}`}
            >
              Members asked in discussions, and no one has replied.
            </TodoItem>
          )}
          {drafts !== null && drafts > 0 && (
            <TodoItem to="/Studio/Catalogue/" text={pluralize(drafts, 'unpublished draft')}>
              Visitors and members don’t see these changes yet.
            </TodoItem>
          )}
          {law !== null && law > 0 && (
            <TodoItem to="/Studio/Law/" text={`${pluralize(law, 'lecture')} due for legal review`}>
              The next review is overdue or due within 30 days.
            </TodoItem>
          )}
          {changedHours.map(({ product, item, before, after }) => (
            <TodoItem
              key={product}
              to={pageAddress('/Studio/Catalogue/:id', { id: product })}
              text={`Check the contact hours for ${item}`}
            >
              {`The study time was recalculated in the last 30 days. The result is now ${after} contact hours instead of ${before}. Issued certificates don’t change.`}
            </TodoItem>
          ))}
          {missed?.questions.map(({ product, key, item, question, members, right }) => (
            <TodoItem
              key={product + key}
              to={`${pageAddress('/Studio/Catalogue/:id', { id: product })}?${new URLSearchParams({ part: 'examination', question: key })}`}
              text={`Missed by almost everyone: ${question}`}
            >
              {`${item}: ${right} of ${members} members answered correctly on the first attempt.`}
            </TodoItem>
          ))}
          {missed && missed.total > missed.questions.length && (
            <li className="p-4 text-sm text-muted sm:px-6">
              and {pluralize(missed.total - missed.questions.length, 'more question')} missed by almost everyone
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

function TodoItem({ to, text, children }: { to: string; text: string; children: ReactNode }) {
  return (
    <li className="border-b border-line p-4 last:border-b-0 sm:px-6">
      <Link to={to} className="relative -my-1.5 block w-fit py-1.5 font-semibold text-pretty text-link hover:underline">
        {text}
      </Link>
      <p className="text-sm text-muted">{children}</p>
    </li>
  )
}

function formatCount({ waits, count }: TodoItems): string {
  switch (waits) {
    case 'dispute':
      return `${pluralize(count, 'dispute')} ${count === 1 ? 'needs' : 'need'} a response`
    case 'refund':
      return `${pluralize(count, 'refund')} failed at the bank`
    case 'payment':
      return `${pluralize(count, 'payment')} ${count === 1 ? 'needs' : 'need'} attention`
  }
}

const NEXT_STEPS = {
  dispute: { one: 'Respond in the Stripe Dashboard', several: 'Respond to each in the Stripe Dashboard' },
  refund: {
    one: 'The money was returned to you. Refund the buyer again, or pay them another way',
    several: 'The money was returned to you. Refund each buyer again, or pay them another way',
  },
  payment: { one: 'Refund the payment', several: 'Refund each payment' },
}

function OrderCount({ issues: { waits, count, orders } }: { issues: TodoItems }) {
  return (
    <>
      {NEXT_STEPS[waits][count === 1 ? 'one' : 'several']}:{' '}
      {orders.map(({ order_number: number, due }, nth) => (
        <Fragment key={number}>
          {nth > 0 && '; '}
          {number}
          {due !== null && (
            <>
              {' '}
              by <Time at={due} />
            </>
          )}
        </Fragment>
      ))}
      {orders.length < count && `; and ${count - orders.length} more`}.
    </>
  )
}
