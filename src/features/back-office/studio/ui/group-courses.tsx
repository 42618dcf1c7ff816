import { useState } from 'react'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import type { EndpointReply } from '#shared/endpoint.ts'
import { type Action, useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import type { readGroup } from '../groups.contract.ts'
import type { listProgressChoices } from '../progress.contract.ts'
import type { groupActions } from './group-actions.ts'
import { InlinePrompt } from './inline-prompt.tsx'
import { ItemText } from './lists.tsx'
import { ReasonField } from './reason-field.tsx'

type Group = EndpointReply<typeof readGroup>
type Courses = EndpointReply<typeof listProgressChoices>['courses']

/** The group's courses, with who has access to each. */
export function GroupCourses({ group, courses }: { group: Group; courses: Courses }) {
  const action = useAction<typeof groupActions>({ reloads: true })
  const [course, setCourse] = useState('')
  const others = courses.filter(({ id }) => group.courses.every((each) => each.id !== id))
  const add = async () => {
    if (await action.submit('addCourse', group.id, course)) setCourse('')
  }
  return (
    <AccountCard id="courses" title="Courses">
      <div className="flex flex-col gap-6">
        {group.courses.length === 0 ? (
          <p className="text-sm text-muted">
            No courses yet. Add a course to see how far the group is in it. Adding a course gives no one access.
          </p>
        ) : (
          <ul className="flex flex-col">
            {group.courses.map((each) => (
              <li key={each.id} className="border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0">
                <CourseLine group={group} course={each} action={action} />
              </li>
            ))}
          </ul>
        )}
        <ActionNotice action={action} fields={['course', 'why']} />
        {group.may.change && others.length > 0 && (
          <Form className="flex max-w-text flex-col gap-4 border-t border-line pt-6" onSubmit={add}>
            <SelectField
              label="Add a course"
              hint="This gives no one access."
              value={course}
              error={action.errors['course']}
              options={[{ value: '', label: 'Choose…' }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
              onChange={setCourse}
            />
            <div>
              <Button type="submit" variant="quiet" busy={action.isRunning('addCourse')}>
                Add course
              </Button>
            </div>
          </Form>
        )}
      </div>
    </AccountCard>
  )
}

type CourseLineProps = {
  group: Group
  course: Group['courses'][number]
  action: Action<typeof groupActions>
}

function CourseLine({ group, course, action }: CourseLineProps) {
  const without = group.members - course.with_access
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 has-[form]:flex-col has-[form]:items-stretch">
      <div className="min-w-0 flex-1 basis-64">
        <ItemText text={course.name}>
          {course.with_access} of {group.members} have access{!course.is_for_sale && '; not for sale'}
        </ItemText>
      </div>
      <div className="flex flex-wrap items-start gap-2">
        {group.may.give_access && without > 0 && (
          <InlinePrompt label="Give access…" of={course.name}>
            {(close) => (
              <AccessForm
                without={without}
                action={action}
                onGive={async (why) => {
                  const body = { course: course.id, why, emails: null }
                  if (await action.submit('giveAccess', group.id, body)) close()
                }}
                onClose={close}
              />
            )}
          </InlinePrompt>
        )}
        {group.may.change && (
          <Button
            variant="quiet"
            aria-label={`Remove ${course.name}`}
            busy={action.isRunning('removeCourse', group.id, course.id)}
            onClick={() => void action.submit('removeCourse', group.id, course.id)}
          >
            Remove
          </Button>
        )}
      </div>
    </div>
  )
}

type AccessFormProps = {
  without: number
  action: CourseLineProps['action']
  onGive: (why: string) => Promise<void>
  onClose: () => void
}

function AccessForm({ without, action, onGive, onClose }: AccessFormProps) {
  const [why, setWhy] = useState('')
  return (
    <Form className="flex max-w-text flex-col gap-4" onSubmit={() => onGive(why)}>
      <p className="text-sm text-pretty">
        {without === 1 ? 'The member' : `The ${without} members`} without access will get the course for free, and an
        email about it.
      </p>
      <ReasonField why={why} error={action.errors['why']} onChange={setWhy} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={action.isRunning('giveAccess')}>
          Give access
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
