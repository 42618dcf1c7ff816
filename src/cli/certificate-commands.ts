import {
  correctLicense,
  restoreCertificate,
  revokeCertificate,
} from '#features/credentials/certificates/certificates.public.ts'
import { PROFESSIONS } from '#features/credentials/contact-hours/license-choices.contract.ts'
import { LicenseInput } from '#features/credentials/contact-hours/licenses.contract.ts'
import { rotateKey } from '#features/credentials/open-badges/credentials.public.ts'
import { pluralize } from '#shared/pluralize.ts'
import { parseReason } from './parse-reason.ts'
import { printUsageError, printLine, type Command } from './command.ts'

export const certificateCommands = {
  'revoke-certificate': {
    usage: 'revoke-certificate NUMBER --why TEXT',
    help: 'Makes a certificate (its number, or its address) invalid: its page says so at once, and it is not sent again.\nThe reason is kept, and mailed to the member; the page does not show it.',
    options: { why: { type: 'string' } },
    async run(deps, { args: [given], options: { why }, by }) {
      if (!given) return printUsageError('revoke-certificate needs a number: revoke-certificate NUMBER --why TEXT')
      const reason = parseReason(why, 'revoke-certificate needs a reason: --why "examination taken by somebody else"')
      if (reason.wrong !== undefined) return printUsageError(reason.wrong)
      const { printedName, courseName } = await revokeCertificate(deps, {
        id: parseCertificateId(given),
        reason: reason.words,
        by,
      })
      return printLine(`The certificate of ${printedName || 'a member who was erased'} for ${courseName} is revoked.`)
    },
  },
  'restore-certificate': {
    usage: 'restore-certificate NUMBER --why TEXT',
    help: 'Makes a revoked certificate (its number, or its address) valid again.\nThe reason is kept in the log, and mailed to the member; the page does not show it.',
    options: { why: { type: 'string' } },
    async run(deps, { args: [given], options: { why }, by }) {
      if (!given) return printUsageError('restore-certificate needs a number: restore-certificate NUMBER --why TEXT')
      const reason = parseReason(why, 'restore-certificate needs a reason: --why "the examination was taken again"')
      if (reason.wrong !== undefined) return printUsageError(reason.wrong)
      const { printedName, courseName } = await restoreCertificate(deps, {
        id: parseCertificateId(given),
        reason: reason.words,
        by,
      })
      return printLine(
        `The certificate of ${printedName || 'a member who was erased'} for ${courseName} is valid again.`,
      )
    },
  },
  'correct-license': {
    usage: 'correct-license NUMBER --state FL --profession RN --license 9123456 --why TEXT',
    help: `Corrects the license of a state and a profession that was kept with a certificate of contact hours (its number, or its address), or
adds it. PDF, spreadsheet and roster carry it from now on; the member is told at the bell. The reason is kept in the log.
  --profession   one of ${Object.keys(PROFESSIONS).join(', ')}
  --license      the number; codes of the profession and the state before it, as in "RN FL 9123456", are taken off`,
    options: {
      state: { type: 'string' },
      profession: { type: 'string' },
      license: { type: 'string' },
      why: { type: 'string' },
    },
    async run(deps, { args: [given], options: { state, profession, license: number, why }, by }) {
      if (!given)
        return printUsageError(
          'correct-license needs a number: correct-license NUMBER --state FL --profession RN --license …',
        )
      const license = LicenseInput.safeParse({
        state: toUpperCaseInput(state),
        profession: toUpperCaseInput(profession),
        number,
      })
      if (!license.success)
        return printUsageError(
          license.error.issues.map(({ path, message }) => `--${optionNameFor(path[0])}: ${message}`).join('\n'),
        )
      const reason = parseReason(why, 'correct-license needs a reason: --why "a digit was mistyped"')
      if (reason.wrong !== undefined) return printUsageError(reason.wrong)
      const { before, after } = await correctLicense(deps, {
        id: parseCertificateId(given),
        license: license.data,
        reason: reason.words,
        by,
      })
      return printLine(before ? `${after} is kept with it instead of ${before}.` : `${after} is kept with it, too.`)
    },
  },
  'rotate-credential-key': {
    usage: 'rotate-credential-key [--stolen]',
    help: `Makes another key, which signs certificates from now on. What was signed before stays valid: its keys stay published.
Where APP_SECRET was lost, this is the way to sign again.
  --stolen   the key of before is published no more, and nothing that it signed is valid: certificates are signed anew, and files and badges
             that were given away must be fetched anew`,
    options: { stolen: { type: 'boolean' } },
    async run(deps, { options, by }) {
      const { publicKey, ended } = await rotateKey(deps, { by, isStolen: options['stolen'] === true })
      const anew =
        ended === 0 ? '' : ` ${pluralize(ended, 'credential')} ended; certificates are signed anew within minutes.`
      return printLine(`Another key signs from now on: ${publicKey}.${anew}`)
    },
  },
} satisfies Readonly<Record<string, Command>>

const toUpperCaseInput = (typed: unknown) => (typeof typed === 'string' ? typed.toUpperCase() : typed)
const optionNameFor = (field: PropertyKey | undefined) => (field === 'number' ? 'license' : String(field))

/** The last part of the printed address. */
export function parseCertificateId(given: string): string {
  return given.trim().replace(/\/$/, '').split('/').at(-1) ?? given
}
