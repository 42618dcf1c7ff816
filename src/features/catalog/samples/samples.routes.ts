import type { FastifyInstance } from 'fastify'
import { readRendered } from '#features/foundation/markdown/markdown.public.ts'
import { getImageUrl } from '#features/foundation/media/media.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { toKindView } from '#shared/lecture-kind.ts'
import { cents, formatDecimal } from '#shared/money.ts'
import { toDocumentMarkdown, toTypedMarkdown } from '#shared/markdown.ts'
import { playSample, readSample, type Sample } from './samples.contract.ts'
import { getSampleMediaUrls, getSample } from './samples.service.ts'

export function sampleRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readSample, async ({ params }) => toSampleView(deps, await getSample(deps, params.id)))
  registerEndpoint(app, playSample, async ({ params, request: { ip } }) => {
    const { recording, captions } = await getSampleMediaUrls(deps, { slug: params.id, ip })
    return { videoURL: recording, captionsURL: captions }
  })
}

async function toSampleView(
  { db }: Pick<Deps, 'db'>,
  { course, lecture, recording, kind, text: words, ...sample }: Awaited<ReturnType<typeof getSample>>,
): Promise<Sample> {
  const description = toTypedMarkdown(lecture.description)
  const reading = toDocumentMarkdown(words)
  const rendered = await readRendered(db, [description, ...(words === '' ? [] : [reading])])
  const { html, text } = rendered(description)
  return {
    course_id: course.slug,
    course_name: course.title,
    imageURL: getImageUrl(sample.images),
    images: sample.images,
    price: formatDecimal(cents(course.priceCents)),
    currency: course.currency,
    lecture_id: lecture.slug,
    lecture_name: lecture.name,
    lecture_description: lecture.description,
    lecture_description_html: html,
    lecture_description_text: text,
    sub_lecture: lecture.parts,
    seconds: recording?.seconds ?? null,
    ...toKindView(kind, 0),
    ...(words !== '' && { lecture_text_html: rendered(reading).html }),
    posterURL: sample.posterUrl,
    has_captions: sample.captions !== null,
    updated_on: sample.updatedOn,
    law: sample.law,
    transcript: sample.transcript,
  }
}
