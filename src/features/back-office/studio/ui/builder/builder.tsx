import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { CoursePlan } from '#features/catalog/courses/course-model.contract.ts'
import { InterruptedUploads } from '#features/catalog/uploads/ui/interrupted-uploads.tsx'
import { pageAddress } from '#shared/pages.ts'
import { hasPermissionForAny } from '#shared/policy.ts'
import { DrawerDialog } from '#web/shell/drawer.tsx'
import { Button } from '#web/ui/button.tsx'
import { BackLink, TextLink } from '#web/ui/text-link.tsx'
import { useStaff } from '../staff.ts'
import { StudioFrame } from '../studio-frame.tsx'
import { SIDE_BY_SIDE, useMedia } from '../use-media.ts'
import { AboutSection } from './about-part.tsx'
import { useDraft } from './draft-context.tsx'
import { ExamSection } from './examination-part.tsx'
import { JUST_ADDED_STATE, LectureSection } from './lecture-part.tsx'
import { Outline } from './outline.tsx'
import { PublishSection } from './publish-part.tsx'
import { SaveProblem, SaveStatus } from './save-status.tsx'
import { type Publishing, usePublishing } from './use-publishing.ts'

/** The product editor: its sections on the left, one of them open; on smaller screens, the sections are in a drawer. */
export function Builder() {
  const { view } = useDraft()
  const { plan } = view.worked
  const [search] = useSearchParams()
  const part = search.get('part') ?? 'about'
  const isWide = useMedia(SIDE_BY_SIDE)
  const section = useFocusOnSection(part, isWide)
  const isSaving = view.state.kind !== 'clashing' && view.state.kind !== 'failed'
  const publishing = usePublishing(part)
  return (
    <StudioFrame title={plan.name || 'Untitled'}>
      <div className="flex flex-wrap justify-between gap-x-6">
        <BackLink to="/Studio/Catalogue/">Catalog</BackLink>
        <CourseLinks />
      </div>
      {(isWide || !isSaving) && (
        <div data-sticky="top" className="sticky top-14 z-10 -mx-2 mb-6 bg-paper px-2 py-2">
          {isSaving ? (
            <div className="flex min-h-11 items-center justify-between gap-4">
              <SaveStatus />
              {part !== 'publish' && <PublishButton publishing={publishing} />}
            </div>
          ) : (
            <SaveProblem />
          )}
        </div>
      )}
      <InterruptedUploads />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[17rem_minmax(0,1fr)]">
        {isWide && <Outline part={part} />}
        <div ref={section} tabIndex={-1} className="min-w-0 outline-none">
          <Section part={part} publishing={publishing} />
        </div>
      </div>
      {!isWide && <BottomBar part={part} publishing={publishing} />}
    </StudioFrame>
  )
}

function CourseLinks() {
  const { id, kind, address } = useDraft().view.worked
  const role = useStaff()?.role
  if (kind !== 'course' || address === null || role === undefined) return null
  return (
    <div className="flex flex-wrap gap-x-6">
      <TextLink to={pageAddress('/Studio/Catalogue/:id/Engagement', { id })}>Where learners stop</TextLink>
      {hasPermissionForAny(role, 'see members') && (
        <TextLink to={{ pathname: '/Studio/Progress/', search: `?course=${id}` }}>Learners’ progress</TextLink>
      )}
    </div>
  )
}

type SectionProps = { part: string; publishing: Publishing }

function Section({ part, publishing }: SectionProps) {
  const { view } = useDraft()
  const { plan, kind } = view.worked
  if (part === 'publish') return <PublishSection publishing={publishing} />
  if (kind === 'course' && part === 'examination') return <ExamSection plan={plan as unknown as CoursePlan} />
  if (kind === 'course' && part.startsWith('lecture-'))
    return <LectureSection key={part} id={part.slice('lecture-'.length)} plan={plan as unknown as CoursePlan} />
  return <AboutSection />
}

/** Keeps the other sections, the save status, and publishing within reach. */
function BottomBar({ part, publishing }: SectionProps) {
  return (
    <div
      data-sticky="bottom"
      className="sticky bottom-0 z-10 -mx-4 mt-8 flex items-center gap-3 border-t border-line bg-paper px-4 py-2"
    >
      <DrawerDialog
        id="product-sections"
        label="Sections"
        button="Sections"
        buttonClass="min-h-11 shrink-0 rounded-control border border-edge bg-surface px-4 text-sm font-semibold text-link hover:bg-wash"
      >
        <Outline part={part} />
      </DrawerDialog>
      <div className="min-w-0 flex-1 *:text-xs">
        <SaveStatus isShort />
      </div>
      {part !== 'publish' && <PublishButton publishing={publishing} />}
    </div>
  )
}

/** Navigation state after publishing was started, so that its section gets the focus. */
const PUBLISHING_STATE = 'publishing'

/** Publishes, and opens the section that shows the outcome. */
function PublishButton({ publishing: { action, publish } }: { publishing: Publishing }) {
  const [, setSearch] = useSearchParams()
  const { worked, state } = useDraft().view
  return (
    <Button
      className="shrink-0"
      busy={action.isRunning('publish')}
      disabled={worked.revision === 0 && state.kind === 'saved'}
      onClick={() => {
        void publish()
        setSearch({ part: 'publish' }, { state: PUBLISHING_STATE })
      }}
    >
      Publish
    </Button>
  )
}

/** Moves to the start of a section that was opened in the drawer or by publishing, since the pressed button is gone. */
function useFocusOnSection(part: string, isWide: boolean): RefObject<HTMLDivElement | null> {
  const section = useRef<HTMLDivElement>(null)
  const last = useRef(part)
  const { state } = useLocation() as { state: unknown }
  useEffect(() => {
    if (last.current === part) return undefined
    last.current = part
    if (state === JUST_ADDED_STATE || (isWide && state !== PUBLISHING_STATE)) return undefined
    // Waits until the drawer has closed.
    const frame = requestAnimationFrame(() => {
      section.current?.focus({ preventScroll: true })
      section.current?.scrollIntoView()
    })
    return () => cancelAnimationFrame(frame)
  }, [part, isWide, state])
  return section
}
