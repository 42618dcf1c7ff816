import { z } from 'zod'
import { CERTIFICATE_CLAIMS } from '#shared/certificate-claim.ts'
import { endpoint } from '#shared/endpoint.ts'

export const readCertificate = endpoint({
  method: 'GET',
  url: '/Academy/api/certificate/:id/',
  access: 'anyone',
  summary: 'Verify a certificate',
  description:
    "For anyone who has the link. The ID is part of the address printed on the certificate. Dates are ISO 8601, in the academy's time zone. A revoked certificate stays readable and says so.",
  refuses: ['not_found', 'too_many_requests'],
  params: z.strictObject({ id: z.string().min(1).max(100).describe('As printed on the certificate.') }),
  reply: z.object({
    id: z.string(),
    status: z.enum(['valid', 'revoked']),
    name: z.string().describe("'Name removed' if the holder deleted the account."),
    name_removed: z.boolean(),
    course_name: z.string(),
    claim: z
      .enum(CERTIFICATE_CLAIMS)
      .describe(
        '"completed" if the exam was passed and all lectures were completed when it was issued, "passed" if only the exam was, "studied" if the course had no exam and all lectures were completed.',
      ),
    completed_on: z.iso.date().describe("ISO 8601 dates, in the academy's time zone: the day of the achievement."),
    issued_on: z.iso.date(),
    issuer: z.string(),
    revoked_on: z.iso.date().nullable().describe('Only the holder can see why.'),
    examined: z
      .object({
        questions: z.int().describe('How many questions were asked.'),
        bank: z
          .int()
          .nullable()
          .describe('How many questions they were drawn from; null for older exams, which asked all.'),
        needed_percent: z.int().describe('The passing score in percent.'),
      })
      .nullable()
      .describe(
        'How the exam worked, never the score or the number of attempts; null if the course had none, and if the certificate was revoked.',
      ),
    taught: z
      .object({
        outcomes: z.array(z.string()).describe('What learners can do after the course.'),
        lectures: z.array(z.string()),
        is_of_today: z.boolean().describe('From the current course, because the syllabus at the time was not stored.'),
      })
      .nullable()
      .describe('What the course covered when the certificate was issued; null if it was revoked.'),
    contact_hours: z
      .object({
        hours: z.string().describe('As text: "1.2 contact hours".'),
        statement: z.string(),
        provider: z.string(),
      })
      .nullable()
      .describe('What the course awarded on the day it was completed; null if nothing.'),
    is_signed: z.boolean().describe('Whether there is a credential to download.'),
    course_id: z.string().nullable().describe("Address of the course's page, if it has one now."),
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
        outcomes: ['Identify what Rule 35 requires before an examination'],
        lectures: ['1. What a Defense Medical Exam Is'],
        is_of_today: false,
      },
      contact_hours: null,
      is_signed: true,
      course_id: 'defense-medical-exam-training',
    },
  },
})

export const findCertificate = endpoint({
  method: 'GET',
  url: '/Academy/api/certificate/find/:id/',
  access: 'anyone',
  summary: 'Find a certificate by an ID that someone typed',
  description:
    'Also accepts spaces, other capitals, characters that look the same (O and 0; I, l, and 1), and the link of a certificate, if they fit a single certificate. Guesses are limited as when verifying one.',
  refuses: ['not_found', 'too_many_requests'],
  params: z.strictObject({ id: z.string().min(1).max(400).describe('As typed, URL-encoded.') }),
  reply: z.object({ id: z.string() }),
  example: { params: { id: 'k2yx7qm4vb9tr1sw8zpdofghj3l' }, reply: { id: 'k2Yx7Qm4Vb9tR1sW8zPd0fGhJ3L' } },
})
