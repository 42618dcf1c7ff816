import { useSearchParams } from 'react-router'
import type { CoursePlan } from '#features/catalog/courses/course-model.contract.ts'
import { InterruptedUploads } from '#features/catalog/uploads/ui/interrupted-uploads.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import { StudioFrame } from '../studio-frame.tsx'
import { AboutSection } from './about-part.tsx'
import { useDraft } from './draft-context.tsx'
import { ExamSection } from './examination-part.tsx'
import { LectureSection } from './lecture-part.tsx'
import { Outline } from './outline.tsx'
import { PublishSection } from './publish-part.tsx'
import { SaveStatus } from './save-status.tsx'

/** The product editor: its sections on the left, one of them open. */
export function Builder() {
  const { view } = useDraft()
  const { plan, kind } = view.worked
  const [search] = useSearchParams()
  const part = search.get('part') ?? 'about'
  return (
    <StudioFrame title={plan.name || 'Untitled'}>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <BackLink to="/Studio/Catalogue/">Catalog</BackLink>
      </div>
      <div data-sticky="top" className="sticky top-14 z-10 -mx-2 mb-6 bg-paper px-2 py-2">
        <SaveStatus />
      </div>
      <InterruptedUploads />
      <div className="grid gap-x-10 gap-y-8 md:grid-cols-[17rem_minmax(0,1fr)]">
        <Outline part={part} />
        <div className="min-w-0">
          {part === 'publish' ? (
            <PublishSection />
          ) : kind === 'course' && part === 'examination' ? (
            <ExamSection plan={plan as unknown as CoursePlan} />
          ) : kind === 'course' && part.startsWith('lecture-') ? (
            <LectureSection key={part} id={part.slice('lecture-'.length)} plan={plan as unknown as CoursePlan} />
          ) : (
            <AboutSection />
          )}
        </div>
      </div>
    </StudioFrame>
  )
}
