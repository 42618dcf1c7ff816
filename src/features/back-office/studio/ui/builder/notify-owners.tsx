import { useEffect, useState } from 'react'
import type { readOwnerNotifications } from '../../owner-notifications.contract.ts'
import { NotificationPreview } from '#features/catalog/law-review/ui/notification-preview.tsx'
import { LawChangeList } from '#features/catalog/law-review/ui/law-change-list.tsx'
import { pluralize } from '#shared/pluralize.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { type builderActions, readNotifications } from './builder-actions.ts'
import { usePanelFocus } from '../use-panel-focus.ts'
import { useDraft } from './draft-context.tsx'

type OwnerNotifications = EndpointReply<typeof readOwnerNotifications>

/** Members are notified of a lecture's changes only when an editor requests it, never by publishing alone. */
export function NotifyOwners({ lecture }: { lecture: string }) {
  const { view } = useDraft()
  const { id, stands_since: standsSince, owners } = view.worked
  const [notifications, setNotifications] = useState<OwnerNotifications>()
  useEffect(() => {
    if (standsSince === null || owners === 0) return undefined
    const leaving = new AbortController()
    // A lecture that was never published has no changes to report.
    readNotifications(id, lecture, leaving.signal).then(setNotifications, (error: unknown) => {
      if (!leaving.signal.aborted) console.error(error)
    })
    return () => leaving.abort()
  }, [id, lecture, standsSince, owners])
  if (!notifications) return null
  return (
    <section aria-labelledby="tell-owners" className="flex flex-col gap-4 rounded-card border border-line p-4">
      <h3 id="tell-owners" className="font-semibold">
        {' '}
        Notify learners{' '}
      </h3>
      <NotifyOwnersForm
        key={notifications.begins}
        id={id}
        lecture={lecture}
        notifications={notifications}
        onNotified={setNotifications}
      />
      <LawChangeList changes={notifications.told} />
    </section>
  )
}

type NotifyOwnersFormProps = {
  id: string
  lecture: string
  notifications: OwnerNotifications
  onNotified: (notifications: OwnerNotifications) => void
}

function NotifyOwnersForm({ id, lecture, notifications, onNotified }: NotifyOwnersFormProps) {
  const { view } = useDraft()
  const { kind, owners, is_told: isNotified, begins } = notifications
  const [isOpen, setOpen] = useState(false)
  const { opener, panel } = usePanelFocus(isOpen)
  const [what, setWhat] = useState('')
  const [why, setWhy] = useState('')
  const action = useAction<typeof builderActions>()
  const send = async () => {
    const sent = await action.submit('notifyOwners', id, lecture, { what, why })
    if (!sent) return
    onNotified(sent.notifications)
    setOpen(false)
    setWhat('')
    setWhy('')
  }
  if (isNotified || !isOpen)
    return (
      <div ref={panel} className="flex flex-col gap-4">
        <ActionNotice action={action} />
        <p className="text-sm text-muted">
          {isNotified
            ? 'Learners have already been notified. You can notify them again after more changes.'
            : `${pluralize(owners, 'learner')} ${owners === 1 ? 'is' : 'are'} enrolled in this course. Publishing alone doesn’t notify anyone.`}
        </p>
        {!isNotified && (
          <div>
            <Button ref={opener} variant="quiet" onClick={() => setOpen(true)}>
              {kind === 'new' ? 'Notify learners of new lecture…' : 'Notify learners of changes…'}
            </Button>
          </div>
        )}
      </div>
    )
  return (
    <div ref={panel}>
      <Form aria-label="Notify learners" className="flex flex-col gap-4" onSubmit={send}>
        {view.worked.revision > 0 && (
          <p className="text-sm text-pretty">
            You have unpublished changes. Learners see only the published lecture, so publish first.
          </p>
        )}
        <TextArea
          label={kind === 'new' ? 'What it covers' : 'What changed'}
          rows={3}
          value={what}
          error={action.errors['what']}
          onChange={({ currentTarget }) => setWhat(currentTarget.value)}
        />
        <TextArea
          label="Why"
          hint="Optional. For example: The rule was amended on December 1."
          rows={2}
          value={why}
          error={action.errors['why']}
          onChange={({ currentTarget }) => setWhy(currentTarget.value)}
        />
        <NotificationPreview begins={begins} what={what} why={why} />
        <ActionNotice action={action} fields={['what', 'why']} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={action.isBusy}>
            {`Notify ${pluralize(owners, 'learner')}`}
          </Button>
          <Button variant="link" disabled={action.isBusy} onClick={() => setOpen(false)}>
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  )
}
