import { useSearchParams } from 'react-router'
import type { CoursePlan } from '#features/catalog/courses/course-model.contract.ts'
import { ExaminationEditor } from '#features/learning/question-bank/ui/examination-editor.tsx'
import { type Json, getValueAt } from '#shared/plan-changes.ts'
import { useDraft } from './draft-context.tsx'

export function ExamSection({ plan }: { plan: CoursePlan }) {
  const { saver, view, isChecked } = useDraft()
  const [search] = useSearchParams()
  const { id, findings } = view.worked
  const refused = Object.entries(view.refused).map(([path, message]) => ({ at: path.split('/'), message }))
  const found = findings.filter(
    // An empty field is not an error before the editor reaches it.
    ({ at }) => at[0] === 'examination' && (isChecked || !isEmpty(getValueAt(plan, at))),
  )
  return (
    <ExaminationEditor
      courseId={id}
      plan={plan}
      shown={search.get('question') ?? undefined}
      findings={[...refused, ...found]}
      onChange={(...changes) => saver.change(...changes)}
    />
  )
}

function isEmpty(value: Json | undefined): boolean {
  if (value instanceof Object && 'text' in value) return isEmpty(value['text'])
  return value === '' || value === null || (Array.isArray(value) && value.every(isEmpty))
}
