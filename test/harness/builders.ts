import { randomUUID } from 'node:crypto'
import { toRoleColumns } from '#features/people/accounts/accounts.public.ts'
import { identify, startSession } from '#features/people/accounts/sessions.public.ts'
import { files } from '#db/tables/files.ts'
import { members } from '#db/tables/members.ts'
import { courses, lectures, products, questions, subLectures } from '#db/tables/catalog.ts'
import { documentFiles, podcasts } from '#db/tables/handouts.ts'
import { lectureCompletions } from '#db/tables/study.ts'
import { purchases } from '#db/tables/sales.ts'
import type { Deps } from '#platform/deps.ts'
import { toSlug } from '#shared/ids.ts'
import type { Kind } from '#shared/kinds.ts'
import type { Role } from '#shared/policy.ts'

export type Member = { id: string; username: string; email: string; token: string; sessionId: string }
export type Course = {
  id: string
  slug: string
  lectures: { id: string; slug: string }[]
  questions: { id: string; right: string; wrong: string }[]
}

/** Builders fill in everything except what the test is about. */
export function builders(deps: Deps) {
  const { db } = deps

  /** A verified, logged-in member. */
  async function member(
    given: { role?: Role; firstName?: string; lastName?: string; isVerified?: boolean } = {},
  ): Promise<Member> {
    const username = unique('nurse')
    const [row] = await db
      .insert(members)
      .values({
        username,
        email: `${username}@example.com`,
        firstName: given.firstName ?? 'Nora',
        lastName: given.lastName ?? 'Nightingale',
        passwordHash: 'no password opens this',
        ...toRoleColumns(given.role ?? 'learner'),
        emailVerifiedAt: given.isVerified === false ? null : deps.now(),
      })
      .returning()
    if (!row) throw new Error('no member was made')
    const token = await startSession(deps, { memberId: row.id, agent: 'test' })
    const session = await identify(deps, token)
    if (!session) throw new Error('no session was begun')
    return { id: row.id, username, email: row.email, token, sessionId: session.sessionId }
  }

  /** A published course with lectures and an exam; the result marks the correct answers. */
  async function course(
    given: { title?: string; priceCents?: number; lectures?: number; questions?: number; isPublished?: boolean } = {},
  ): Promise<Course> {
    const title = given.title ?? `Course ${randomUUID().slice(0, 8)}`
    const slug = toSlug(title)
    const id = await product('course', {
      title,
      slug,
      priceCents: given.priceCents ?? 29_900,
      isPublished: given.isPublished ?? true,
    })
    await db.insert(courses).values({ productId: id, examinationTitle: `${title}: Final Examination` })
    const lectureCount = given.lectures ?? 2
    const madeLectures =
      lectureCount === 0
        ? []
        : await db
            .insert(lectures)
            .values(
              Array.from({ length: lectureCount }, (_, n) => ({
                courseId: id,
                slug: `lecture-${n + 1}`,
                position: n,
                name: `Lecture ${n + 1}`,
                description: 'About the exam.',
              })),
            )
            .returning()
    if (madeLectures.length > 0)
      await db
        .insert(subLectures)
        .values(madeLectures.map(({ id: lectureId }) => ({ lectureId, position: 0, title: 'First part' })))
    const questionCount = given.questions ?? 10
    const madeQuestions =
      questionCount === 0
        ? []
        : await db
            .insert(questions)
            .values(
              Array.from({ length: questionCount }, (_, n) => ({
                courseId: id,
                position: n,
                question: `Question ${n + 1}?`,
                options: ['right', 'wrong', 'other'],
                answerIndex: 0,
                rationale: 'Because.',
              })),
            )
            .returning()
    return {
      id,
      slug,
      lectures: madeLectures,
      questions: madeQuestions.map((question) => ({ id: question.id, right: 'right', wrong: 'wrong' })),
    }
  }

  async function product(
    kind: Kind,
    given: { title: string; slug: string; priceCents: number; isPublished: boolean },
  ): Promise<string> {
    const [row] = await db
      .insert(products)
      .values({
        kind,
        slug: given.slug,
        title: given.title,
        shortDescription: 'In short.',
        fullDescription: 'At **length**.',
        priceCents: given.priceCents,
        publishedAt: given.isPublished ? deps.now() : null,
      })
      .returning()
    if (!row) throw new Error('no product was made')
    return row.id
  }

  /** A file in storage. */
  async function file(name: string, contentType: string, content: string | Uint8Array): Promise<{ id: string }> {
    const stored = await deps.files.put(typeof content === 'string' ? Buffer.from(content) : content)
    const [row] = await db
      .insert(files)
      .values({ ...stored, name, contentType, isPublic: false })
      .returning({ id: files.id })
    if (!row) throw new Error('no file was made')
    return row
  }

  /** A published podcast with its own audio, for sale by default. */
  async function podcast(
    given: {
      title?: string
      isForSale?: boolean
      isPublished?: boolean
      captions?: string
      kind?: 'audio' | 'video'
    } = {},
  ): Promise<{ id: string; slug: string }> {
    const { isForSale = true, kind = 'audio' } = given
    const title = given.title ?? `Podcast ${randomUUID().slice(0, 8)}`
    const slug = toSlug(title)
    const priceCents = isForSale ? 999 : 0
    const id = await product('podcast', { title, slug, priceCents, isPublished: given.isPublished ?? true })
    const media = await file(`${slug}.${kind === 'audio' ? 'mp3' : 'mp4'}`, `${kind}/mp4`, `sound of ${slug}`)
    const captions = await file(
      `${slug}.vtt`,
      'text/vtt',
      given.captions ?? `WEBVTT\n\n00:01.000 --> 00:02.000\nSaid in ${slug}.`,
    )
    await db.insert(podcasts).values({
      productId: id,
      isForSale,
      launchDate: '2026-01-15',
      ...(kind === 'audio' ? { audioFileId: media.id } : { videoFileId: media.id }),
      captionsFileId: captions.id,
    })
    return { id, slug }
  }

  async function document(
    given: { title?: string; priceCents?: number; isPublished?: boolean } = {},
  ): Promise<{ id: string; slug: string }> {
    const title = given.title ?? `Document ${randomUUID().slice(0, 8)}`
    const slug = toSlug(title)
    const { priceCents = 4_900, isPublished = true } = given
    const id = await product('document', { title, slug, priceCents, isPublished })
    const { id: fileId } = await file(`${slug}.pdf`, 'application/pdf', `text of ${slug}`)
    await db.insert(documentFiles).values({ productId: id, position: 0, name: 'Worksheet (PDF)', fileId })
    return { id, slug }
  }

  /** A purchase in the given state, without the card provider. Returns its id. */
  async function purchase(
    memberId: string,
    productId: string,
    state: 'pending' | 'paid' | 'refunded' | 'disputed' = 'paid',
  ): Promise<string> {
    const [row] = await db
      .insert(purchases)
      .values({
        memberId,
        productId,
        itemName: 'Something bought',
        listPriceCents: 29_900,
        priceCents: 29_900,
        currency: 'usd',
        state,
        paymentIntentId: state === 'pending' ? null : `pi_${randomUUID()}`,
        paidAt: state === 'pending' ? null : deps.now(),
      })
      .returning()
    if (!row) throw new Error('no purchase was made')
    return row.id
  }

  /** Marks all lectures of a course as completed by the member. */
  async function completeLectures(memberId: string, course: Course, completedAt = deps.now()): Promise<void> {
    await db
      .insert(lectureCompletions)
      .values(course.lectures.map(({ id: lectureId }) => ({ memberId, lectureId, completedAt })))
  }

  return { member, course, podcast, document, product, file, purchase, completeLectures }
}

/** A word that no other test uses. */
export function unique(word: string): string {
  return `${word}-${randomUUID().slice(0, 8)}`
}
