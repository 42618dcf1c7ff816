import type { ReactNode } from 'react'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/loaded.ts'
import { Day } from '#web/shell/day.tsx'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { LoadingBlock } from '#web/ui/loading-block.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/own-contests.page.ts'
import type { Contest, listContests } from './contests.contract.ts'
import '#web/ui/members.css'

const TITLE = 'Questions you wrote to us about'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: TITLE, isPersonal: true })

export const clientLoader = memberLoader(({ request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof listContests>('GET /Academy/api/account/contests/', { signal }),
)

export function HydrateFallback() {
  return (
    <Frame>
      <LoadingBlock className="h-60" />
    </Frame>
  )
}

/** What a member has contested, and what was answered. */
export default function OwnContestsPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin>
      {(contests) => (
        <Frame>
          {contests.length === 0 ? (
            <EmptyState icon="mail" title="You have not written to us about a question">
              <p className="text-sm text-muted">You can when an examination is handed in, below its result.</p>
            </EmptyState>
          ) : (
            <ul className="flex list-none flex-col gap-4">
              {contests.map((contest) => (
                <li key={contest.id} className="rounded-card border border-line bg-surface p-5 sm:p-6">
                  <OwnContest contest={contest} />
                </li>
              ))}
            </ul>
          )}
        </Frame>
      )}
    </LoadedPage>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="page-width max-w-[52rem]">
      <BackLink to="/Account">Account</BackLink>
      <PageHeading title={TITLE} />
      {children}
    </div>
  )
}

function OwnContest({ contest }: { contest: Contest }) {
  const { course_name: courseName, question, reason, source, sent_on: sentOn, answer } = contest
  return (
    <>
      <p className="text-sm text-muted">{courseName}</p>
      <h2 className="mb-3 font-sans text-base font-semibold tracking-normal text-pretty wrap-anywhere">{question}</h2>
      <p className="text-sm text-muted">
        You wrote on <Day day={sentOn} />
      </p>
      <p className="max-w-text whitespace-pre-line wrap-anywhere">{reason}</p>
      {source && <p className="max-w-text text-sm wrap-anywhere text-muted">Your source: {source}</p>}
      <div className="mt-4 border-t border-line pt-4">
        {answer === null ? (
          <p className="text-sm text-muted">It waits for our answer, which comes by email and stands here.</p>
        ) : (
          <>
            <p className="text-sm text-muted">
              We answered on <Day day={answer.on} />
            </p>
            <p className="font-semibold">
              {answer.outcome === 'upheld' ? 'You were right: we correct it.' : 'The question stays as it is.'}
            </p>
            <p className="max-w-text whitespace-pre-line wrap-anywhere">{answer.words}</p>
          </>
        )}
      </div>
    </>
  )
}
