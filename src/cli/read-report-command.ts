import {
  MAX_REPORT_BYTES,
  OUTCOME_MESSAGES,
  recordDeliveryReport,
} from '#features/people/delivery-reports/delivery-reports.public.ts'
import { printLine, type Command } from './command.ts'

export const readReportCommand: Command = {
  usage: 'read-report',
  help: `Reads one returned email (a delivery status notification, or a complaint) from standard input, for mail servers that pipe
emails to a command. If the mailbox doesn't exist, or the recipient reported spam, they get no more optional emails. Any
other email changes nothing.`,
  isReading: true,
  async run(deps) {
    return printLine(OUTCOME_MESSAGES[await recordDeliveryReport(deps, await readStart(process.stdin))])
  },
}

/** Reads the start of a message, and the rest too, because the mail server might retry if the pipe closes early. */
async function readStart(input: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of input) {
    if (size < MAX_REPORT_BYTES) chunks.push(chunk)
    size += chunk.length
  }
  return Buffer.concat(chunks)
}
