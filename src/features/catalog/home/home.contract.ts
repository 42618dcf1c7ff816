import { z } from 'zod'
import { CourseSummary, courseSummaryExample } from '#features/catalog/courses/courses.contract.ts'
import { Picture } from '#features/foundation/site/site.contract.ts'
import { endpoint } from '#shared/endpoint.ts'

const items = z.array(z.object({ title: z.string(), text: z.string() }))

export const readHomePage = endpoint({
  method: 'GET',
  url: '/Academy/api/home/',
  access: 'anyone',
  cached: 'catalog',
  summary: 'Get the home page',
  description:
    'The texts are as the owner wrote them, or as in the specification. `content` is null until the owner has confirmed the home page; visitors then see a short page without claims.',
  reply: z.object({
    content: z
      .object({
        welcome: z.string(),
        heading: z.string(),
        text: z.string(),
        images: z.array(Picture).describe("The owner's picture; empty for the drawing."),
        points: items.describe('How members learn.'),
        reasons: items.describe('Why to choose the academy.'),
      })
      .nullable(),
    courses: z
      .array(CourseSummary)
      .describe('Courses for sale: those that the owner chose, in that order; otherwise the newest three.'),
  }),
  example: {
    reply: {
      content: {
        welcome: 'Welcome to Legal Nurse Academy',
        heading: 'Empowering nurses, enriching careers',
        text: 'Online training for registered nurses.',
        images: [],
        points: [{ title: 'Experience', text: 'Lectures taught by expert instructors.' }],
        reasons: [{ title: 'Best Industry Leaders', text: 'Learn from leaders in legal nurse consulting.' }],
      },
      courses: [courseSummaryExample],
    },
  },
})
