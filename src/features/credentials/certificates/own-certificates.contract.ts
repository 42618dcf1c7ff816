import { z } from 'zod'
import { CERTIFICATE_CLAIMS } from '#shared/certificate-claim.ts'
import { endpoint } from '#shared/endpoint.ts'

const id = z.string().min(1).max(100).describe('As printed on the certificate.')

export const listOwnCertificates = endpoint({
  method: 'GET',
  url: '/Academy/api/account/certificates/',
  access: 'member',
  summary: "List the caller's certificates, newest first",
  description: '`course_id` may be the ID of a course that the caller no longer has access to.',
  reply: z.object({
    sent_to: z.string().describe('The address they are emailed to.'),
    certificates: z
      .array(
        z.object({
          id: z.string(),
          course_id: z.string(),
          course_name: z.string(),
          issued_on: z.iso.date(),
          claim: z.enum(CERTIFICATE_CLAIMS).describe('As on its page.'),
          file_name: z.string().describe('The file name of its PDF.'),
          is_signed: z.boolean().describe('Whether it has a credential, and therefore a badge.'),
        }),
      )
      .describe('Valid certificates.'),
    earned: z
      .array(
        z.object({
          course_id: z.string(),
          course_name: z.string(),
          passed_on: z.iso.date(),
          exam: z.literal('none').optional().describe('If the course has no exam; its lectures were completed then.'),
        }),
      )
      .describe('Courses whose certificate the caller earned without requesting it yet.'),
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
  summary: "Get one of the caller's certificates, as a PDF",
  description:
    "The same file as in the email. Someone else's certificate, or a revoked one, gets the same response as one that does not exist.",
  refuses: ['not_found', 'too_many_requests'],
  params: z.strictObject({ id }),
  reply: { file: 'application/pdf' },
  example: { params: { id: 'k2Yx7Qm4Vb9tR1sW8zPd0fGhJ3L' } },
})

export const resendCertificateEmail = endpoint({
  method: 'POST',
  url: '/Academy/api/account/certificates/:id/send/',
  access: 'member',
  summary: "Resend one of the caller's certificates by email",
  description: 'At most once in 45 seconds.',
  refuses: ['not_found', 'too_many_requests'],
  params: z.strictObject({ id }),
  reply: z.object({ sent_to: z.string() }),
  example: { params: { id: 'k2Yx7Qm4Vb9tR1sW8zPd0fGhJ3L' }, reply: { sent_to: 'nora@example.com' } },
})
