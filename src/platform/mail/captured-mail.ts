import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { buildAddressPattern } from '#shared/address-pattern.ts'
import { isErasedAddress } from '#shared/erased-address.ts'
import type { Mail } from './mail.ts'

const CapturedMessage = z.object({
  id: z.string(),
  sentAt: z.string(),
  to: z.string(),
  replyTo: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  leave: z.string().optional(),
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), content: z.base64() })),
})
export type CapturedMessage = z.infer<typeof CapturedMessage>

/** Captures email in development. Every message is stored as a file in `folder` and shown at `/dev/mail`. */
export function createCapturedMail(folder: string): Mail {
  return {
    async send({ to, replyTo, subject, text, html, attachments = [], leave }) {
      if (isErasedAddress(to)) return
      const sentAt = new Date().toISOString()
      const id = `${sentAt.replaceAll(/[^\d]/g, '')}-${randomUUID()}`
      const message: CapturedMessage = {
        id,
        sentAt,
        to,
        ...(replyTo !== undefined && { replyTo }),
        subject,
        text,
        html,
        ...(leave !== undefined && { leave }),
        attachments: attachments.map(({ filename, contentType, content }) => ({
          filename,
          contentType,
          content: content.toString('base64'),
        })),
      }
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = path.join(folder, `.${id}`)
      await writeFile(unfinished, JSON.stringify(message), { mode: 0o600 })
      await rename(unfinished, path.join(folder, `${id}.json`))
    },
    close() {},
  }
}

/** Returns all captured messages, newest first. */
export async function readCapturedMail(folder: string): Promise<CapturedMessage[]> {
  const names = await readdir(folder).catch((): string[] => [])
  const newestFirst = names
    .filter((name) => /^[\d]/.test(name))
    .toSorted()
    .reverse()
  return Promise.all(
    newestFirst.map(async (name) => CapturedMessage.parse(JSON.parse(await readFile(path.join(folder, name), 'utf8')))),
  )
}

/** Deletes every message that contains this address, including those sent to others. */
export async function deleteCapturedMail(folder: string, address: string): Promise<void> {
  const wanted = new RegExp(buildAddressPattern(address), 'i')
  for (const name of await readdir(folder).catch((): string[] => [])) {
    const file = path.join(folder, name)
    const text = await readFile(file, 'utf8').catch(() => '')
    if (text !== '' && extractTexts(text).some((each) => wanted.test(each))) await rm(file, { force: true })
  }
}

/**
 * Returns the texts of a message. The raw JSON can't be searched, because in it, the letter of an escaped line break
 * may come right before an address.
 */
function extractTexts(file: string): string[] {
  try {
    const { to, replyTo = '', subject, text, html, attachments } = CapturedMessage.parse(JSON.parse(file))
    return [to, replyTo, subject, text, html, ...attachments.map(({ filename }) => filename)]
  } catch {
    // The file is only partly written, or another version wrote it.
    return [file]
  }
}
