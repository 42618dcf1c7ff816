import { useSearchParams } from 'react-router'
import type { CoursePlan } from '#features/catalog/courses/course-model.contract.ts'
import { newId } from '#shared/plan-changes.ts'
import { useDraft } from './draft-context.tsx'
import { JUST_ADDED_STATE } from './lecture-part.tsx'

/** Returns a function that adds a lecture after the last one and opens it. */
export function useAddLecture(): () => void {
  const { saver, view } = useDraft()
  const [, setSearch] = useSearchParams()
  return () => {
    const { lectures } = view.worked.plan as unknown as CoursePlan
    const id = newId()
    saver.change({ do: 'add', at: ['lectures'], item: createBlankLecture(id), after: lectures.at(-1)?.id ?? null })
    setSearch({ part: `lecture-${id}` }, { state: JUST_ADDED_STATE })
  }
}

function createBlankLecture(id: string) {
  const files = { video: null, audio: null, captions: null, poster: null }
  return {
    id,
    address: '',
    name: '',
    description: '',
    ...files,
    text: '',
    sample: false,
    sub_lectures: [],
    attachments: [],
    practice: [],
    law: { as_of: '', look_again_by: '', sources: [] },
  }
}
