import { expect, test } from 'vitest'
import { startMailServer } from '../../../test/harness/mail-server.ts'
import { parseSender } from './sender.ts'

const OFFICE = 'office@academy.example.com'

test.each([
  [OFFICE, ''],
  [`<${OFFICE}>`, ''],
  [`Académie : l’école <${OFFICE}>`, 'Académie : l’école'],
  [`Academy: Nurses <${OFFICE}>`, 'Academy: Nurses'],
  [`Nurses, Inc. <${OFFICE}>`, 'Nurses, Inc.'],
  [`"Nurses, \\"RN\\"" <${OFFICE}>`, 'Nurses, "RN"'],
  [`Nurses (Texas) [US]; <RN> <${OFFICE}>`, 'Nurses (Texas) [US]; <RN>'],
  [`Back\\slash "quoted" <${OFFICE}>`, 'Back\\slash "quoted"'],
  [`看護師アカデミー、東京 <${OFFICE}>`, '看護師アカデミー、東京'],
])('%j arrives as a single sender with its complete name', async (setting, name) => {
  const sender = parseSender(setting)
  expect(sender).toEqual({ name, address: OFFICE })
  const { mail, received } = await startMailServer({ from: sender })
  await mail.send({ to: 'nora@example.com', memberId: null, subject: 'x', text: 'x', html: 'x' })
  const header = /^From: ([^]*?)\r?\n(?![ \t])/m.exec(received[0]?.source ?? '')?.[1] ?? ''
  const [, written = '', address] = /^(.*?) ?<?([^\s<>]+@[^\s<>]+?)>?$/s.exec(header) ?? []
  expect(address).toBe(OFFICE)
  expect(received[0]?.from).toBe(OFFICE)
  // Characters that are special in RFC 5322 are inside quotation marks or in an encoded word.
  expect(written.replaceAll(/"(?:[^"\\]|\\.)*"|=\?UTF-8\?[BQ]\?[^?\s]*\?=/gi, '')).toMatch(/^[\w\s]*$/)
  expect(written.includes('\\')).toBe(/["\\]/.test(name))
})

test.each([
  ['garbage', 'a sender such as'],
  ['Academy office@academy.example.com', 'a sender such as'],
  ['Academy <office@academy>example.com>', 'a sender such as'],
  ['Academy <office>', 'a sender such as'],
  ['Academy <off ice@academy.example.com>', 'a sender such as'],
  ['a@example.com, b@example.com', 'one sender alone'],
  ['One <a@example.com>, Two <b@example.com>', 'one sender alone'],
  ['Nurses: a@example.com, b@example.com;', 'one sender alone'],
  [`Academy\r\nBcc: x <${OFFICE}>`, 'invisible character'],
  [`Academy \u202E <${OFFICE}>`, 'invisible character'],
])('rejects %j with what to write', (setting, message) => {
  expect(() => parseSender(setting)).toThrow(message)
})
