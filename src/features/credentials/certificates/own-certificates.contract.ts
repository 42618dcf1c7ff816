import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const id = z.string().min(1).max(100).describe('As printed on the certificate.')

export const listOwnCertificates = endpoint({
  method: 'GET',
  url: '/Academy/api/account/certificates/',
  access: 'member',
  summary: 'The certificates of the caller, the newest first',
  description: '`course_id` may be the id of a course that the caller owns no more.',
  reply: z.object({
    sent_to: z.string().describe('The address to which they are mailed.'),
    certificates: z
      .array(
        z.object({
          id: z.string(),
          course_id: z.string(),
          course_name: z.string(),
          issued_on: z.iso.date(),
          claim: z.enum(['completed', 'passed']).describe('As its page states it.'),
          file_name: z.string().describe('Under which its PDF is kept.'),
          is_signed: z.boolean().describe('Whether it has a credential, and so a badge.'),
        }),
      )
      .describe('Those that are valid.'),
    earned: z
      .array(z.object({ course_id: z.string(), course_name: z.string(), passed_on: z.iso.date() }))
      .describe(
        'Courses of the caller whose examination he has passed, and whose certificate he has not requested yet.',
      ),
    revoked: z.array(z.object({ id: z.string(), course_name: z.string(), revoked_on: z.iso.date() })),
  }),
  example: {
    reply: {
      sent_to: 'nora@example.com',
      certificates: [
        {
          id: 'k2Yx7Qm4Vb9tR1sW8zPd0fGhJ3L',
          course_id: 'defense-medical-exam-training',
          course_name: 'Defense Medical Exam Training',
          issued_on: '2026-02-03',
          claim: 'completed',
          file_name: 'Certificate of completion - Defense Medical Exam Training.pdf',
          is_signed: true,
        },
      ],
      earned: [],
      revoked: [],
    },
  },
})

export const downloadCertificate = endpoint({
  method: 'GET',
  url: '/Academy/api/account/certificates/:id/',
  access: 'member',
  summary: 'An own certificate, as a PDF',
  description:
    'The same as in the mail. Somebody else’s answers like one that does not exist, and so does one that was revoked.',
  refuses: ['not_found', 'too_many_requests'],
  params: z.strictObject({ id }),
  reply: { file: 'application/pdf' },
  example: { params: { id: 'k2Yx7Qm4Vb9tR1sW8zPd0fGhJ3L' } },
})

export const resendCertificateEmail = endpoint({
  method: 'POST',
  url: '/Academy/api/account/certificates/:id/send/',
  access: 'member',
  summary: 'Mails an own certificate again',
  description: 'Asked more often than once in 45 seconds it is one mail.',
  refuses: ['not_found', 'too_many_requests'],
  params: z.strictObject({ id }),
  reply: z.object({ sent_to: z.string() }),
  example: { params: { id: 'k2Yx7Qm4Vb9tR1sW8zPd0fGhJ3L' }, reply: { sent_to: 'nora@example.com' } },
})
