import { expect, test } from 'vitest'
import { getCredentialText } from '#features/credentials/open-badges/credentials.public.ts'
import { createGraduate, createSigningAcademy } from '../../../../test/harness/graduate.ts'
import { attachedTo, problemsOf } from '../../../../test/oracles/pdf.ts'

test('attaches a PDF with the signed credential, byte for byte', async () => {
  const academy = await createSigningAcademy()
  const { id } = await createGraduate(academy)
  await academy.runJobs()
  const [email] = await academy.mailbox()
  const pdf = Buffer.from(email?.attachments[0]?.content ?? '', 'base64')
  expect(await problemsOf(pdf)).toBe('')
  expect(await attachedTo(pdf, 'credential.json')).toBe(await getCredentialText(academy.deps, id))
})
