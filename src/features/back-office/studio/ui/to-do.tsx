import { Link } from 'react-router'
import { pluralize } from '#shared/pluralize.ts'
import { pageAddress } from '#shared/pages.ts'
import { getSearchAddress } from './search-address.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import type { readToday } from '../today.contract.ts'

type Today = EndpointReply<typeof readToday>
type TodoItems = NonNullable<Today['waiting']>[number]

/** The server's maximum count of unanswered questions. */
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
        What waits
      </h2>
      {isNothing ? (
        <p className="text-muted">Nothing waits for you.</p>
      ) : (
        <ul className="flex flex-col rounded-card border border-line bg-surface">
          {former !== null && (
            <TodoItem to="/Studio/Orders/" text={`The address has changed: payments opened at ${former} wait`}>
              {`If the academy has moved, run on the server: npm run academy -- confirm-former-address ${former}. If this is a copy, leave it so.`}
            </TodoItem>
          )}
          {waiting?.map((issues) => (
            <TodoItem
              key={issues.waits}
              to={getSearchAddress('/Studio/Orders/', { waits: issues.waits, money: 'real' })}
              text={formatCount(issues)}
            >
              {formatOrderCount(issues)}
            </TodoItem>
          ))}
          {failedMails !== null && failedMails > 0 && (
            <TodoItem
              to={getSearchAddress('/Studio/Mails/', { since })}
              text={`${pluralize(failedMails, 'mail')} did not go out`}
            >
              In the last 30 days; nothing tries them again.
            </TodoItem>
          )}
          {reports !== null && reports > 0 && (
            <TodoItem to="/Studio/Reports/" text={`${pluralize(reports, 'reported post')} to decide about`}>
              Members say that it should not stand in the discussions.
            </TodoItem>
          )}
          {contests !== null && contests > 0 && (
            <TodoItem to="/Studio/Contests/" text={`${pluralize(contests, 'contested question')} to answer`}>
              A member says that something is wrong with it.
            </TodoItem>
          )}
          {unanswered !== null && unanswered > 0 && (
            <TodoItem
              to="/Studio/Discussions/"
              text={`${pluralize(unanswered, 'question')} ${unanswered < MAX_COUNTED ? '' : 'or more '}without an answer`}
            >
              Owners of a course asked, and nobody has replied.
            </TodoItem>
          )}
          {drafts !== null && drafts > 0 && (
            <TodoItem to="/Studio/Catalogue/" text={`${pluralize(drafts, 'draft')} not published`}>
              What learners see is as it was before.
            </TodoItem>
          )}
          {law !== null && law > 0 && (
            <TodoItem to="/Studio/Law/" text={`${pluralize(law, 'lecture')} to look at again`}>
              The day comes, or has passed, by which somebody was to check the law in it.
            </TodoItem>
          )}
          {changedHours.map(({ product, item, before, after }) => (
            <TodoItem
              key={product}
              to={pageAddress('/Studio/Catalogue/:id', { id: product })}
              text={`Check the contact hours of ${item}`}
            >
              {`Its files were measured again in the last 30 days: the calculation now comes to ${after} contact hours instead of ${before}. Issued certificates stay as they are.`}
            </TodoItem>
          ))}
          {missed?.questions.map(({ product, key, item, question, members, right }) => (
            <TodoItem
              key={product + key}
              to={`${pageAddress('/Studio/Catalogue/:id', { id: product })}?${new URLSearchParams({ part: 'examination', question: key })}`}
              text={`Almost everybody misses: ${question}`}
            >
              {`${item}: ${right} of ${members} had it right at the first attempt.`}
            </TodoItem>
          ))}
          {missed && missed.total > missed.questions.length && (
            <li className="p-4 text-sm text-muted sm:px-6">
              and {pluralize(missed.total - missed.questions.length, 'more question')} that almost everybody misses
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

function TodoItem({ to, text, children }: { to: string; text: string; children: string }) {
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
      return `${pluralize(count, 'dispute')} to answer`
    case 'refund':
      return `${pluralize(count, 'refund')} failed at the bank`
    case 'payment':
      return `${pluralize(count, 'payment')} opened nothing`
  }
}

function formatOrderCount({ waits, count, orders }: TodoItems): string {
  const named = orders
    .map(({ order_number: number, due }) => (due === null ? number : `${number} by ${due}`))
    .join(', ')
  const all = orders.length < count ? `${named} and ${count - orders.length} more` : named
  switch (waits) {
    case 'dispute':
      return `Answer in the dashboard of the card provider: ${all}.`
    case 'refund':
      return `The money came back: give it again, or in another way: ${all}.`
    case 'payment':
      return `Give the money back: ${all}.`
  }
}
