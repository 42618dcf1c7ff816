import { useState } from 'react'
import { STATE_OPTIONS } from '#features/credentials/contact-hours/license-choices.contract.ts'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { callForFile } from '#web/client/api.ts'
import { saveAs } from '#web/client/save-as.ts'
import { UNREACHABLE } from '#web/client/actions.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import type { exportCompletions, listCoursesWithEvaluations } from '../completions.contract.ts'
import { FilterSelect } from './filter-select.tsx'

const FORMATS = [
  { value: 'csv', label: 'Spreadsheet' },
  { value: 'ce-broker', label: 'CE Broker roster' },
]

export const completionActions = {
  downloadCompletions: async (body: EndpointInput<typeof exportCompletions>['body']) => {
    const file = await callForFile<typeof exportCompletions>('POST /Academy/api/studio/completions/csv/', { body })
    saveAs(file, body.ce_broker ? 'ce-broker.xlsx' : 'completions.csv')
    return 'Download started. It is recorded in the audit log.'
  },
}

export function CompletionsFile({ courses }: Pick<EndpointReply<typeof listCoursesWithEvaluations>, 'courses'>) {
  const [course, setCourse] = useState('')
  const [days, setDays] = useState({ since: '', until: '' })
  const [format, setFormat] = useState('csv')
  const [broker, setBroker] = useState({ provider: '', course: '', state: 'FL' })
  const action = useAction<typeof completionActions>({ unreachable: UNREACHABLE })
  const { errors } = action
  const isBroker = format === 'ce-broker'
  const download = () =>
    action.submit('downloadCompletions', {
      course: course || null,
      since: days.since || null,
      until: days.until || null,
      ce_broker: isBroker ? broker : null,
    })
  const named = courses.map(({ slug, name }) => ({ value: slug, label: name }))
  return (
    <section aria-labelledby="file">
      <h2 id="file" className="mb-2 text-xl">
        Contact hours for accrediting bodies
      </h2>
      <p className="mb-4 max-w-text text-sm text-muted">
        Download every completion that earned contact hours, with names and licenses. CE Broker accepts one course at a
        time, and only learners with a license in the chosen state. Its roster is an Excel workbook. If CE Broker asks
        for .xls, open the workbook in Excel and save it as an Excel 97-2003 Workbook.
      </p>
      <Form className="flex max-w-2xl flex-col gap-4" onSubmit={download}>
        <div className="grid gap-4 sm:grid-cols-2">
          <FilterSelect
            label="Completed course"
            value={course}
            error={errors['course']}
            options={[{ value: '', label: isBroker ? 'Choose a course' : 'All courses' }, ...named]}
            onChange={setCourse}
          />
          <FilterSelect label="Format" value={format} options={FORMATS} onChange={setFormat} />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          {(['since', 'until'] as const).map((end) => (
            <DateField
              key={end}
              label={end === 'since' ? 'From' : 'To'}
              value={days[end]}
              error={errors[end]}
              onChange={(day) => setDays({ ...days, [end]: day })}
            />
          ))}
        </div>
        {isBroker && (
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField
              label="Provider number"
              hint="With or without the 50- prefix."
              inputMode="numeric"
              value={broker.provider}
              error={errors['ce_broker.provider']}
              onChange={({ currentTarget }) => setBroker({ ...broker, provider: currentTarget.value })}
            />
            <TextField
              label="Course number"
              hint="With or without the 20- prefix."
              inputMode="numeric"
              value={broker.course}
              error={errors['ce_broker.course']}
              onChange={({ currentTarget }) => setBroker({ ...broker, course: currentTarget.value })}
            />
            <FilterSelect
              label="State"
              value={broker.state}
              options={STATE_OPTIONS}
              onChange={(state) => setBroker({ ...broker, state })}
            />
          </div>
        )}
        <ActionNotice action={action} fields={Object.keys(errors)} />
        <Button type="submit" variant="quiet" className="w-full sm:w-64" busy={action.isBusy}>
          Download
        </Button>
      </Form>
    </section>
  )
}
