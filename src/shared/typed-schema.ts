import { z } from 'zod'
import { formatReason, type Reader } from './typed-input.ts'

// For contracts: what `typed-input.ts` reads, with its reasons as messages.

/** Stores the text as read. The default message is a sentence; a folder's reports need the reason alone. */
export function readAs(schema: z.ZodString, read: Reader, toMessage: (reason: string) => string = formatReason) {
  return schema.check((context) => {
    const reading = context.value === '' ? undefined : read(context.value)
    if (!reading) return
    if ('text' in reading) context.value = reading.text
    else context.issues.push({ code: 'custom', message: toMessage(reading.reason), input: context.value })
  })
}

/** A number, or the text of one as typed. */
export function typedNumber(read: Reader, asked: string, toMessage: (reason: string) => string = formatReason) {
  return z.union([z.number(), z.string()], asked).transform((typed, context) => {
    const reading = read(String(typed))
    if ('text' in reading) return Number(reading.text)
    context.addIssue({ code: 'custom', message: toMessage(reading.reason), input: typed })
    return z.NEVER
  })
}
