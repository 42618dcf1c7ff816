import { useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { type Action, useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextArea } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { readGroup } from '../groups.contract.ts'
import type { groupActions } from './group-actions.ts'
import { InlinePrompt } from './inline-prompt.tsx'
import { ReasonField } from './reason-field.tsx'

type Group = EndpointReply<typeof readGroup>

/** Adds members by email. Addresses without an account are listed, and can be invited to one of the group's courses. */
export function AddGroupMembers({ group }: { group: Group }) {
  const action = useAction<typeof groupActions>({ reloads: true })
  const [emails, setEmails] = useState('')
  const [unknown, setUnknown] = useState<string[]>([])
  const add = async () => {
    const added = await action.submit('addMembers', group.id, emails)
    if (!added) return
    setEmails('')
    setUnknown(added.unknown)
  }
  return (
    <InlinePrompt label="Add members…">
      {(close) => (
        <div className="flex flex-col gap-5 rounded-card border border-line bg-surface p-4 sm:p-6">
          <Form aria-label="Add members" className="flex flex-col gap-5" onSubmit={add}>
            <TextArea
              label="Emails"
              hint="Type or paste up to 1,000, separated by commas, spaces, or lines."
              rows={3}
              grows
              spellCheck={false}
              autoCapitalize="none"
              value={emails}
              error={action.errors['emails']}
              onChange={({ currentTarget }) => setEmails(currentTarget.value)}
            />
            <ActionNotice action={action} fields={['emails', 'course', 'why']} />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" busy={action.isRunning('addMembers')}>
                Add members
              </Button>
              <Button variant="quiet" onClick={close}>
                Close
              </Button>
            </div>
          </Form>
          {unknown.length > 0 && (
            <UnknownEmails group={group} emails={unknown} action={action} onInvited={() => setUnknown([])} />
          )}
        </div>
      )}
    </InlinePrompt>
  )
}

type UnknownEmailsProps = {
  group: Group
  emails: string[]
  action: Action<typeof groupActions>
  onInvited: () => void
}

function UnknownEmails({ group: { id, courses, may }, emails, action, onInvited }: UnknownEmailsProps) {
  const [course, setCourse] = useState(courses.length === 1 ? (courses[0]?.id ?? '') : '')
  const [why, setWhy] = useState('')
  const invite = async () => {
    if (await action.submit('giveAccess', id, { course, why, emails: emails.join('\n') })) onInvited()
  }
  const canInvite = may.give_access && courses.length > 0
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5">
      <Notice kind="info">
        {emails.length === 1 ? 'This address has' : `These ${emails.length} addresses have`} no account, so we didn’t
        add {emails.length === 1 ? 'it' : 'them'}. Check the spelling.{' '}
        {canInvite
          ? 'To invite people without an account, give them access to a course.'
          : 'To invite people without an account, first add a course to this group.'}
      </Notice>
      <ul aria-label="Addresses without an account" className="max-h-48 overflow-y-auto text-sm wrap-anywhere">
        {emails.map((email) => (
          <li key={email}>{email}</li>
        ))}
      </ul>
      {canInvite && (
        <Form aria-label="Invite" className="flex flex-col gap-4" onSubmit={invite}>
          <div className="grid gap-5 sm:grid-cols-2">
            <SelectField
              label="Course"
              value={course}
              error={action.errors['course']}
              options={[
                { value: '', label: 'Choose…' },
                ...courses.map((each) => ({ value: each.id, label: each.name })),
              ]}
              onChange={setCourse}
            />
            <ReasonField why={why} error={action.errors['why']} onChange={setWhy} />
          </div>
          <div>
            <Button type="submit" variant="quiet" busy={action.isRunning('giveAccess')}>
              {emails.length === 1 ? 'Invite 1 person' : `Invite ${emails.length} people`}
            </Button>
          </div>
        </Form>
      )}
    </div>
  )
}
