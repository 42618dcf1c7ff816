import type { FastifyInstance } from 'fastify'
import { readRendered } from '#features/foundation/markdown/markdown.public.ts'
import { imageUrlOf } from '#features/foundation/media/media.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { cents, decimalOf } from '#shared/money.ts'
import { typedText } from '#shared/markdown.ts'
import { playSample, readSample, type Sample } from './samples.contract.ts'
import { addressesOfSample, sampleOf } from './samples.service.ts'

export function sampleRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readSample, async ({ params }) => toRead(deps, await sampleOf(deps, params.id)))
  serve(app, playSample, async ({ params, request: { ip } }) => {
    const { video, captions } = await addressesOfSample(deps, { slug: params.id, ip })
    return { videoURL: video, captionsURL: captions }
  })
}

async function toRead(
  { db }: Pick<Deps, 'db'>,
  { course, lecture, video, ...sample }: Awaited<ReturnType<typeof sampleOf>>,
): Promise<Sample> {
  const description = typedText(lecture.description)
  const { html, text } = (await readRendered(db, [description]))(description)
  return {
    course_id: course.slug,
    course_name: course.title,
    imageURL: imageUrlOf(sample.images),
    images: sample.images,
    price: decimalOf(cents(course.priceCents)),
    currency: course.currency,
    lecture_id: lecture.slug,
    lecture_name: lecture.name,
    lecture_description: lecture.description,
    lecture_description_html: html,
    lecture_description_text: text,
    sub_lecture: lecture.parts,
    seconds: video.seconds,
    posterURL: sample.posterUrl,
    has_captions: sample.captions !== null,
    updated_on: sample.updatedOn,
    law: sample.law,
    transcript: sample.transcript,
  }
}
