import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

/** A cover in one format and width; `url` is a path on the API host. */
const Image = z.object({ format: z.enum(['avif', 'webp']), width: z.number(), url: z.string() })

const Params = z.strictObject({ id: z.string().min(1).max(200) })

const CourseOnShelf = z.object({
  id_: z.string(),
  /** A path on the API host, as all addresses of images. */
  image_url: z.string().nullable(),
  images: z.array(Image),
  course_name: z.string(),
  course_short_description: z.string(),
  /** Decimal, such as "149.00". */
  price: z.string(),
})

const LectureAsSold = z.object({
  /** The lecture's public id within its course. */
  id: z.string(),
  lecture_name: z.string(),
  lecture_description: z.string(),
  sub_lecture: z.array(z.object({ id: z.uuid(), sub_lecture_title: z.string() })),
  /** What the lecture hands out, by name: the shop gives no addresses of files. */
  attachments: z.array(z.object({ file_name: z.string(), file_url: z.null() })),
  /** Length of the video; null when it is not known. */
  seconds: z.number().nullable(),
})

const CourseInShop = z.object({
  id_: z.string(),
  imageURL: z.string().nullable(),
  images: z.array(Image),
  course_name: z.string(),
  course_short_description: z.string(),
  /** Markdown. */
  course_full_description: z.string(),
  /** The same as HTML, sanitized. */
  course_full_description_html: z.string(),
  level: z.string(),
  price: z.string(),
  currency: z.string(),
  isPurchased: z.boolean(),
  /** Total length of the lecture videos. */
  study_seconds: z.number(),
  lectures: z.array(LectureAsSold),
})

export type CourseOnShelf = z.infer<typeof CourseOnShelf>
export type CourseInShop = z.infer<typeof CourseInShop>

export const listCourses = endpoint({
  method: 'GET',
  url: '/Academy/api/courses/',
  access: 'anyone',
  summary: 'The courses for sale',
  reply: z.array(CourseOnShelf),
})

export const readCourse = endpoint({
  method: 'GET',
  url: '/Academy/api/course/:id/',
  access: 'member',
  summary: 'A course as sold, and whether the caller owns it',
  params: Params,
  reply: CourseInShop,
})

export const readCourseAsVisitor = endpoint({
  method: 'GET',
  url: '/Academy/api/course/:id/notAuthenticated/',
  access: 'anyone',
  summary: 'A course as sold, the same for everybody',
  params: Params,
  reply: CourseInShop,
})
