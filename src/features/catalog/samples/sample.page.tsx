import { Fragment, useState } from 'react'
import { redirect } from 'react-router'
import { DarkTheme } from '#features/foundation/playback/ui/dark-theme.tsx'
import { LectureLaw } from '#features/catalog/law/ui/lecture-law.tsx'
import { Transcript } from '#features/foundation/playback/ui/transcript.tsx'
import { formatDollars } from '#shared/format-dollars.ts'
import { getProductPage } from '#shared/kinds.ts'
import { pageAddress } from '#shared/pages.ts'
import { apiContext } from '#web/client/api-context.ts'
import { buildBreadcrumbData } from '#web/shell/linked-data.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import { Prose } from '#web/ui/prose.tsx'
import type { Route } from './+types/sample.page.ts'
import type { readSample, Sample } from './samples.contract.ts'
import { buildSampleJsonLd } from './ui/sample-json-ld.ts'
import { SamplePlayer } from './ui/sample-player.tsx'
import { SampleTranscript } from './ui/sample-transcript.tsx'
import '#web/ui/members.css'

export async function loader({ context, params: { id } }: Route.LoaderArgs): Promise<Sample> {
  const call = context.get(apiContext)
  const sample = await call<typeof readSample>('GET /Academy/api/course/:id/sample/', { params: { id } })
  // The page was requested by a former URL of the course.
  if (sample.course_id !== id) throw redirect(pageAddress('/Course/:id/Sample/', { id: sample.course_id }), 301)
  return sample
}

export const meta: Route.MetaFunction = ({ matches, loaderData: sample }) =>
  sample
    ? pageMeta(matches, {
        title: `Free: ${sample.lecture_name}`,
        description: `A full lecture from ${sample.course_name}, free to ${VERBS[sample.kind ?? 'video']}: ${sample.lecture_description_text.replaceAll('\n', ' ')}`,
        path: pageAddress('/Course/:id/Sample/', { id: sample.course_id }),
        card: { kind: 'course', slug: sample.course_id, title: sample.course_name },
        data: (site) => [
          buildSampleJsonLd(site, sample),
          buildBreadcrumbData(site, [
            ['Courses', '/Courses/'],
            [sample.course_name, getProductPage('course', sample.course_id)],
            [sample.lecture_name, pageAddress('/Course/:id/Sample/', { id: sample.course_id })],
          ]),
        ],
      })
    : []

const VERBS = { video: 'watch and read', audio: 'listen to', text: 'read' }

export default function SamplePage({ loaderData: sample }: Route.ComponentProps) {
  const [media, setMedia] = useState<HTMLMediaElement | null>(null)
  const Frame = sample.kind === 'text' ? Fragment : DarkTheme
  const course = getProductPage('course', sample.course_id)
  return (
    <Frame>
      <div className="page-width grid grid-cols-1 gap-8 pt-6 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] md:pt-10">
        <article className="min-w-0">
          <div className="mb-3">
            <BackLink to={course}>{sample.course_name}</BackLink>
          </div>
          {sample.kind !== 'text' && (
            <SamplePlayer key={sample.course_id} sample={sample} media={media} onMedia={setMedia} />
          )}
          <p className="mt-6 text-sm font-semibold text-study-ink">Free lecture</p>
          <h1 className="mt-1 mb-3 text-2xl">{sample.lecture_name}</h1>
          <Prose html={sample.lecture_description_html} />
          {sample.sub_lecture.length > 0 && (
            <ul className="mt-4 flex list-none flex-col gap-1.5 text-sm text-muted">
              {sample.sub_lecture.map((part) => (
                <li key={part} className="flex gap-2">
                  <span aria-hidden="true">–</span>
                  {part}
                </li>
              ))}
            </ul>
          )}
          {sample.lecture_text_html !== undefined && (
            <Prose html={sample.lecture_text_html} className="mt-6 border-t border-line pt-6" />
          )}
          {sample.law && <LectureLaw law={sample.law} />}
        </article>
        <div className="flex min-w-0 flex-col gap-8">
          {media && sample.has_captions ? (
            <Transcript media={media} className="max-h-96 md:max-h-[clamp(14rem,calc(100dvh-26rem),34rem)]" />
          ) : (
            <SampleTranscript lines={sample.transcript} />
          )}
          <section aria-label="Full course" className="rounded-card border border-line bg-surface p-5">
            <p className="text-sm text-muted">Full course</p>
            <p className="font-semibold">{sample.course_name}</p>
            <p className="money my-2 font-serif text-xl font-semibold">{formatDollars(sample.price)}</p>
            <ButtonLink to={course} variant="buy" wide>
              View the course
            </ButtonLink>
          </section>
        </div>
      </div>
    </Frame>
  )
}
