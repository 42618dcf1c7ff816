import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

/** A course's id, or the caller's own purchase id of it. */
const CourseId = z.string().min(1).max(200)

/** A cover in one format and width; `url` is a path on the API host. */
const Image = z.object({ format: z.enum(['avif', 'webp']), width: z.number(), url: z.string() })

const Lecture = z.object({
  id: z.string(),
  lecture_name: z.string(),
  lecture_description: z.string(),
  sub_lecture: z.array(z.object({ id: z.uuid(), sub_lecture_title: z.string() })),
  /** `file_url` is signed and expires. */
  attachments: z.array(z.object({ file_name: z.string(), file_url: z.string() })),
  is_completed: z.boolean(),
  /** Length of the video; null when it is not known. */
  seconds: z.number().nullable(),
})
export type LectureInCourse = z.infer<typeof Lecture>

export const listMyAcademy = endpoint({
  method: 'GET',
  url: '/Academy/api/MyAcademy/',
  access: 'member',
  summary: 'The courses that the caller owns',
  reply: z.array(
    z.object({
      id_: z.string(),
      course_name: z.string(),
      course_short_description: z.string(),
      imageURL: z.string().nullable(),
      images: z.array(Image),
      /** Alternative text of the image. */
      title: z.string(),
      lectureProgress: z.number(),
    }),
  ),
})

export const takeCourse = endpoint({
  method: 'GET',
  url: '/Academy/api/take/course/:id/',
  access: 'member',
  summary: 'An owned course with its lectures and the progress made',
  params: z.strictObject({ id: CourseId }),
  reply: z.object({
    id: z.string(),
    /** Whole percent of the lectures completed, rounded down. */
    lectureProgress: z.number(),
    imageURL: z.string().nullable(),
    images: z.array(Image),
    course_name: z.string(),
    course_short_description: z.string(),
    course_full_description: z.string(),
    course_full_description_html: z.string(),
    lectures: z.array(Lecture),
  }),
})

export const watchLecture = endpoint({
  method: 'GET',
  url: '/Academy/api/course/:id1/lecture/:id2/',
  access: 'member',
  summary: 'One lecture of an owned course with its video',
  params: z.strictObject({ id1: CourseId, id2: z.string().min(1).max(200) }),
  reply: z.object({
    ...Lecture.shape,
    /** Signed paths that expire; null when the lecture has none. */
    videoURL: z.string().nullable(),
    captionsURL: z.string().nullable(),
    posterURL: z.string().nullable(),
  }),
})

export const updateProgress = endpoint({
  method: 'POST',
  url: '/Academy/api/course/:id1/lecture/:id2/update/progress/',
  access: 'member',
  summary: 'Marks a lecture as completed; saying it twice counts once',
  params: z.strictObject({ id1: CourseId, id2: z.string().min(1).max(200) }),
  reply: z.object({ lectureProgress: z.number() }),
})
