import type { EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { useAction } from '#web/client/use-action.ts'
import { Time } from '#web/shell/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import type { listRecentEnrollments, undoEnrollment } from '../enrollment.contract.ts'
import { InlinePrompt } from './inline-prompt.tsx'
import { ItemText } from './lists.tsx'

type Recent = EndpointReply<typeof listRecentEnrollments>

export const loadRecentEnrollments = (signal: AbortSignal) =>
  call<typeof listRecentEnrollments>('GET /Academy/api/studio/enrolments/recent/', { signal })

export const undoEnrollmentActions = {
  undoEnrollment: (id: string) =>
    call<typeof undoEnrollment>('POST /Academy/api/studio/enrolments/:id/undo/', { params: { id }, body: {} }),
}

type RecentEnrollmentsProps = {
  recent: Recent
  /** Shows only those in these products. */
  productIds?: readonly string[]
  onUndone?: () => void
}

/** The enrollments of the last hour from files and for groups, which can be undone. Shows nothing if there are none. */
export function RecentEnrollments({ recent, productIds, onUndone }: RecentEnrollmentsProps) {
  const enrollments = recent.enrollments.filter((each) => productIds?.includes(each.product_id) ?? true)
  const action = useAction<typeof undoEnrollmentActions>({ reloads: true })
  return (
    <>
      <ActionNotice action={action} className="mb-6" />
      {enrollments.length > 0 && (
        <section aria-labelledby="recent-enrollments" className="my-8 rounded-card border border-line p-4">
          <h2 id="recent-enrollments" className="text-base font-semibold">
            Enrolled in the last hour
          </h2>
          <ul className="flex flex-col">
            {enrollments.map((each) => (
              <li
                key={each.id}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3 last:border-b-0 last:pb-0 has-[form]:flex-col has-[form]:items-stretch"
              >
                <ItemText text={`${each.people === 1 ? 'One person' : `${each.people} people`} in ${each.product}`}>
                  <Time at={each.at} />
                </ItemText>
                {recent.may.undo && (
                  <InlinePrompt label="Undo…" of={each.product}>
                    {(close) => (
                      <Form
                        aria-label={`Undo enrollment in ${each.product}`}
                        className="flex max-w-text flex-col gap-4"
                        onSubmit={async () => {
                          if (!(await action.submit('undoEnrollment', each.id))) return
                          close()
                          onUndone?.()
                        }}
                      >
                        <p className="text-sm text-pretty">
                          They’ll lose access to {each.product}, except anyone who has used the academy since then.
                          Accounts and group memberships stay. Emails that were already sent can’t be recalled.
                        </p>
                        <div className="flex flex-wrap gap-3">
                          <Button type="submit" busy={action.isRunning('undoEnrollment', each.id)}>
                            Undo enrollment
                          </Button>
                          <Button variant="quiet" onClick={close}>
                            Cancel
                          </Button>
                        </div>
                      </Form>
                    )}
                  </InlinePrompt>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
