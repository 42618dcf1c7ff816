import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

export const readCertificate = endpoint({
  method: 'GET',
  url: '/Academy/api/certificate/:id/',
  access: 'anyone',
  summary: 'What anyone who was given the address of a certificate may check',
  description:
    "The id stands in the address that is printed on the certificate. Dates are ISO 8601, in the academy's time zone. A certificate that was revoked stays readable and says so.",
  refuses: ['not_found', 'too_many_requests'],
  params: z.strictObject({ id: z.string().min(1).max(100).describe('As printed on the certificate.') }),
  reply: z.object({
    id: z.string(),
    status: z.enum(['valid', 'revoked']),
    name: z.string().describe("'Name removed' where the holder had the account deleted."),
    name_removed: z.boolean(),
    course_name: z.string(),
    claim: z
      .enum(['completed', 'passed'])
      .describe('"completed" if all lectures were completed at issue, else "passed": only the examination.'),
    completed_on: z.iso.date().describe("ISO 8601 dates, in the academy's time zone; the day of the claim."),
    issued_on: z.iso.date(),
    issuer: z.string(),
    revoked_on: z.iso.date().nullable().describe('Why is told to its holder alone.'),
    examined: z
      .object({
        questions: z.int().describe('So many were asked.'),
        bank: z.int().nullable().describe('Of so many they were drawn; null before there were papers: all were asked.'),
        needed_percent: z.int().describe('So many percent of the answers had to be right.'),
      })
      .nullable()
      .describe(
        'How the holder was examined, never the score or the number of attempts; null if the certificate was revoked.',
      ),
    taught: z
      .object({
        outcomes: z.array(z.string()).describe('What one can do after the course.'),
        lectures: z.array(z.string()),
        is_of_today: z.boolean().describe('As the course stands today, since nobody kept what it was then.'),
      })
      .nullable()
      .describe('What the course taught when it was issued; null where it was revoked.'),
    contact_hours: z
      .object({
        hours: z.string().describe('In words: "1.2 contact hours".'),
        statement: z.string(),
        provider: z.string(),
      })
      .nullable()
      .describe('As the course awarded them on the day on which it was completed; null where it awarded none.'),
    is_signed: z.boolean().describe('Whether it has a credential to download.'),
    course_id: z.string().nullable().describe('Of the page of the course, where it has one today.'),
  }),
  example: {
    params: { id: 'k2Yx7Qm4Vb9tR1sW8zPd0fGhJ3L' },
    reply: {
      id: 'k2Yx7Qm4Vb9tR1sW8zPd0fGhJ3L',
      status: 'valid',
      name: 'Nora Nightingale, RN',
      name_removed: false,
      course_name: 'Defense Medical Exam Training',
      claim: 'completed',
      completed_on: '2026-02-03',
      issued_on: '2026-02-03',
      issuer: 'Legal Nurse Academy',
      revoked_on: null,
      examined: { questions: 10, bank: 30, needed_percent: 80 },
      taught: {
        outcomes: ['Say what Rule 35 asks of a party before an examination'],
        lectures: ['1. What a Defense Medical Exam Is'],
        is_of_today: false,
      },
      contact_hours: null,
      is_signed: true,
      course_id: 'defense-medical-exam-training',
    },
  },
})
