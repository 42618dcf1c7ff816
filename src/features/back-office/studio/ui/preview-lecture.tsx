import { type ComponentProps, type ReactNode, useState } from 'react'
import type { LecturePlan } from '#features/catalog/courses/course-model.contract.ts'
import type { CourseDetail } from '#features/catalog/courses/courses.contract.ts'
import type { LawView } from '#features/catalog/law/law.contract.ts'
import { fetchFileAddress } from '#features/catalog/uploads/ui/use-file-address.ts'
import { AskRow, DiscussionsSection } from '#features/community/discussions/ui/discussions-section.tsx'
import { NoteForm, NotesSection } from '#features/learning/notes/ui/note-form.tsx'
import type { LectureDetail, LectureListItem, PracticeQuestion } from '#features/learning/study/study.contract.ts'
import { WatchedLecture } from '#features/learning/study/ui/watched-lecture.tsx'
import { formatDay } from '#shared/dates.ts'
import { readDate } from '#shared/typed-dates.ts'
import { useSite } from '#web/shell/site.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { OpenProduct } from '../builder.contract.ts'
import { UnplayableFile, useRecordingAddresses } from './draft-files.tsx'

type PreviewLectureProps = Pick<ComponentProps<typeof WatchedLecture>, 'links' | 'renderFile'> & {
  opened: OpenProduct
  detail: CourseDetail
  course: Omit<ComponentProps<typeof WatchedLecture>['course'], 'course_name' | 'imageURL'>
  plan: LecturePlan
  listed: LectureListItem
}

/** A lecture of the draft as learners see it. Its progress is shown, but nothing is stored. */
export function PreviewLecture({ opened, detail, course, plan, listed, links, renderFile }: PreviewLectureProps) {
  const { id } = opened
  const law = useLaw(plan)
  const addresses = useRecordingAddresses(plan, id)
  if (addresses === undefined) return <Spinner />
  const recording = plan.video ?? plan.audio
  const url = addresses.videoUrl ?? addresses.audioUrl
  if (recording !== null && url === null) return <UnplayableFile />
  // Without the ID of its file, the player stores no position.
  const lecture: LectureDetail = {
    ...listed,
    videoId: null,
    position: null,
    videoURL: url,
    captionsURL: addresses.captionsUrl,
    posterURL: addresses.posterUrl,
    law,
    changes: [],
    practice: listPractice(opened, plan),
  }
  return (
    <WatchedLecture
      course={{ ...course, course_name: detail.course_name, imageURL: null }}
      lecture={lecture}
      startAt={0}
      links={links}
      {...(renderFile && { renderFile })}
      renew={async () => ({ ...lecture, videoURL: recording && (await fetchFileAddress(recording, id)) })}
      onComplete={async () => Math.floor(100 / course.lectures.length)}
      renderNotes={() => (
        <Disabled why="This is a preview. Notes can’t be saved here.">
          <NotesSection isTimed={lecture.kind !== 'text'}>
            <NoteForm label={undefined} text="" onText={doNothing} onSave={doNothing} />
          </NotesSection>
        </Disabled>
      )}
      renderDiscussions={() => (
        <Disabled why="This is a preview. Nothing can be posted here.">
          <DiscussionsSection>
            <AskRow courseId={id} lectureId={listed.id} />
          </DiscussionsSection>
        </Disabled>
      )}
    />
  )
}

const doNothing = () => undefined

function Disabled({ why, children }: { why: string; children: ReactNode }) {
  return (
    <>
      <fieldset disabled inert className="min-w-0">
        {children}
      </fieldset>
      <p className="mt-3 text-sm font-semibold">{why}</p>
    </>
  )
}

/** The lecture's legal content, unless its dates are incomplete. */
function useLaw({ law }: LecturePlan): LawView | null {
  const timeZone = useSite()?.time_zone ?? 'UTC'
  const [today] = useState(() => formatDay(new Date(), timeZone))
  const [asOf, until] = [readDate(law.as_of), readDate(law.look_again_by)]
  if (!('text' in asOf)) return null
  const lookAgainBy = 'text' in until ? until.text : null
  return {
    as_of: asOf.text,
    look_again_by: lookAgainBy,
    is_due: lookAgainBy !== null && lookAgainBy < today,
    sources: law.sources.map(({ name, link }) => ({ name, link: link.trim() || null })),
  }
}

/** The lecture's practice questions, without incomplete ones. */
function listPractice({ findings }: OpenProduct, { id: lecture, practice }: LecturePlan): PracticeQuestion[] {
  const isWrong = (id: string) =>
    findings.some(({ at }) => at.slice(0, 4).join('/') === `lectures/${lecture}/practice/${id}`)
  return practice
    .filter(({ id }) => !isWrong(id))
    .map(({ question, options, answer, rationale }) => ({
      question,
      options: options.map(({ text }) => text),
      answer: options.findIndex(({ id }) => id === answer),
      rationale,
    }))
}
