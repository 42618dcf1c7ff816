import type { Attachment, Header } from 'postal-mime'
import { isUuid } from '#shared/ids.ts'
import { UNDEFINED_STATUS } from '#platform/mail/hard-bounce.ts'
import { runInSandbox } from '#platform/sandbox.ts'
import { type DeliveryReport, MAX_REPORT_BYTES, type ReportedRecipient } from './delivery-reports.rules.ts'

const RETURNED_TYPES = new Set([
  'message/rfc822',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global',
  'message/global-headers',
])
const STATUS_TYPES = new Set(['message/delivery-status', 'message/global-delivery-status'])
/** Gmail puts the ID under the third name. Servers that replace the Message-ID keep the second. */
const ID_HEADERS = new Set(['message-id', 'x-email-id', 'x-google-original-message-id'])
/** Our emails have one recipient, so reports about them have one, too. */
const MAX_RECIPIENTS = 20
const MAX_IDS = 5
const MAX_VALUE_LENGTH = 1_000

/** Parses a message in the sandbox, because anyone can send one to the mailbox. Throws `SandboxLimitError` or `busy`. */
export const readReport = runInSandbox<typeof parseReport>(new URL(import.meta.url), 'parseReport', {
  cpuMs: 5_000,
  memoryMb: 512,
  resultBytes: 64 * 1024,
})

/** Returns null if the message is not a report. Only for the sandbox. */
export async function parseReport(message: Uint8Array): Promise<DeliveryReport | null> {
  const { default: PostalMime } = await import('postal-mime')
  const parse = (content: Uint8Array) =>
    PostalMime.parse(content, { forceRfc822Attachments: true, maxNestingDepth: 16, maxHeadersSize: MAX_REPORT_BYTES })
      // The message is malformed, or exceeds a limit of the parser.
      .catch(() => undefined)
  const parseFields = async (block: string) => (await parse(Buffer.from(`${block}\r\n\r\n`)))?.headers ?? []

  const email = await parse(message.subarray(0, MAX_REPORT_BYTES))
  if (!email || !/^\s*multipart\/report\b/i.test(getField(email.headers, 'content-type') ?? '')) return null
  const contentOf = (has: (type: string) => boolean) => {
    const part = email.attachments.find(({ mimeType }) => has(mimeType.toLowerCase()))
    return part && toText(part)
  }
  const [returned] = splitBlocks(contentOf((type) => RETURNED_TYPES.has(type)) ?? '', 1)
  const emailIds = findEmailIds(await parseFields(returned ?? ''))
  const status = contentOf((type) => STATUS_TYPES.has(type))
  if (status !== undefined) {
    const blocks = splitBlocks(status, MAX_RECIPIENTS + 1)
    const fields = await Promise.all(blocks.map(parseFields))
    return { kind: 'delivery status', emailIds, recipients: fields.flatMap(toRecipient) }
  }
  const feedback = contentOf((type) => type === 'message/feedback-report')
  if (feedback === undefined) return null
  const fields = await parseFields(splitBlocks(feedback, 1)[0] ?? '')
  const addresses = fields
    .filter(({ key }) => key === 'original-rcpt-to')
    .slice(0, MAX_RECIPIENTS)
    .map(({ value }) => toAddress(value))
  return { kind: 'complaint', emailIds, type: getField(fields, 'feedback-type')?.toLowerCase() ?? '', addresses }
}

function toText({ content }: Attachment): string {
  return typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8')
}

/** Splits at empty lines. */
function splitBlocks(text: string, limit: number): string[] {
  return text.trimStart().split(/\r?\n[ \t]*\r?\n\s*/, limit)
}

function getField(fields: Header[], key: string): string | undefined {
  return fields
    .find((field) => field.key === key)
    ?.value.slice(0, MAX_VALUE_LENGTH)
    .trim()
}

function findEmailIds(headers: Header[]): string[] {
  return headers
    .filter(({ key }) => ID_HEADERS.has(key))
    .slice(0, MAX_IDS)
    .map(({ value }) => /^\s*<?([\da-f-]{36})(?:@|\s*$)/i.exec(value)?.[1]?.toLowerCase() ?? '')
    .filter(isUuid)
}

function toRecipient(fields: Header[]): ReportedRecipient[] {
  const action = getField(fields, 'action')
  // The first block is about the message, not a recipient.
  if (action === undefined) return []
  const address = (key: string) => {
    const value = getField(fields, key)
    return value === undefined ? undefined : toAddress(value.replace(/^[^;]*;/, ''))
  }
  const original = address('original-recipient')
  const text = getField(fields, 'diagnostic-code')?.replace(/^[^;]*;\s*/, '') ?? ''
  const [, reply, detail] = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})(?![\d.]))?/.exec(text) ?? []
  const status = /^\d\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(getField(fields, 'status') ?? '')?.[0]
  return [
    {
      action: action.toLowerCase(),
      finalRecipient: address('final-recipient'),
      originalRecipients: original === undefined ? [] : [original, decodeXtext(original)],
      // Some servers give the exact status only in the reply that they quote.
      status: status === undefined || UNDEFINED_STATUS.test(status) ? (detail ?? status) : status,
      replyCode: reply === undefined ? undefined : Number(reply),
      text,
    },
  ]
}

/** Decodes RFC 3461: `+2b` is `+`. */
function decodeXtext(text: string): string {
  return text.replaceAll(/\+([\da-f]{2})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
}

function toAddress(value: string): string {
  return value
    .trim()
    .replace(/^<(.*)>$/, '$1')
    .toLowerCase()
}
