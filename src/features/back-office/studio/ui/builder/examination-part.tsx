import { useSearchParams } from 'react-router'
import type { CoursePlan } from '#features/catalog/courses/course-model.contract.ts'
import { ExaminationEditor } from '#features/learning/question-bank/ui/examination-editor.tsx'
import { type Json, getValueAt } from '#shared/plan-changes.ts'
import { pluralize } from '#shared/pluralize.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useDraft, usePlanField } from './draft-context.tsx'
import { PlanCheckbox } from './plan-fields.tsx'

export function ExamSection({ plan }: { plan: CoursePlan }) {
  const { saver, view, isChecked } = useDraft()
  const [search] = useSearchParams()
  const { id, findings } = view.worked
  const refused = Object.entries(view.refused).map(([path, message]) => ({ at: path.split('/'), message }))
  const found = findings.filter(
    // An empty field is not an error before the editor reaches it.
    ({ at }) => at[0] === 'examination' && (isChecked || !isEmpty(getValueAt(plan, at))),
  )
  const isOff = plan.exam === 'none'
  const { length } = plan.examination.questions
  return (
    <div className="flex flex-col gap-6">
      <ExamSwitch />
      {isOff && length > 0 && (
        <Notice>
          {`The ${pluralize(length, 'question')} below ${length === 1 ? 'is' : 'are'} kept for later. Learners don’t see them.`}
        </Notice>
      )}
      {(!isOff || length > 0) && (
        <ExaminationEditor
          courseId={id}
          plan={plan}
          shown={search.get('question') ?? undefined}
          findings={[...refused, ...found]}
          onChange={(...changes) => saver.change(...changes)}
        />
      )}
    </div>
  )
}

/** Whether the course has an exam and, if not, whether it gives a certificate. */
function ExamSwitch() {
  const { view } = useDraft()
  const { value, set, error } = usePlanField<string>(['exam'])
  const describe = (name: string) => view.worked.fields.find(({ key }) => key === name)
  const [exam, certificate] = [describe('exam'), describe('completion_certificate')]
  if (!exam || !certificate) return null
  return (
    <section aria-label="Exam settings" className="flex flex-col gap-2">
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          checked={value !== 'none'}
          onChange={({ currentTarget }) => set(currentTarget.checked ? '' : 'none')}
          className="size-6"
        />
        {exam.label}
      </label>
      <p className={error ? 'text-sm font-medium text-danger' : 'text-sm text-muted'}>{error ?? exam.hint}</p>
      {value === 'none' && (
        <PlanCheckbox at={['completion_certificate']} label={certificate.label} hint={certificate.hint} />
      )}
    </section>
  )
}

function isEmpty(value: Json | undefined): boolean {
  if (value instanceof Object && 'text' in value) return isEmpty(value['text'])
  return value === '' || value === null || (Array.isArray(value) && value.every(isEmpty))
}
