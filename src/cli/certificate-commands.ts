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
    usage: 'revoke-certificate ID --why TEXT',
    help: 'Revokes a certificate (by its ID or web address). Its page shows this immediately, and the certificate can no longer be resent.\nThe reason is stored and emailed to the member. The page does not show it.',
    options: { why: { type: 'string' } },
    async run(deps, { args: [given], options: { why }, by }) {
      if (!given) return printUsageError('revoke-certificate needs a certificate ID: revoke-certificate ID --why TEXT')
      const reason = parseReason(why, 'revoke-certificate needs a reason: --why "exam taken by someone else"')
      if (reason.wrong !== undefined) return printUsageError(reason.wrong)
      const { printedName, courseName } = await revokeCertificate(deps, {
        id: parseCertificateId(given),
        reason: reason.words,
        by,
      })
      return printLine(`${printedName || 'A deleted member'}'s certificate for ${courseName} was revoked.`)
    },
  },
  'restore-certificate': {
    usage: 'restore-certificate ID --why TEXT',
    help: 'Makes a revoked certificate (by its ID or web address) valid again.\nThe reason is recorded in the audit log and emailed to the member. The page does not show it.',
    options: { why: { type: 'string' } },
    async run(deps, { args: [given], options: { why }, by }) {
      if (!given)
        return printUsageError('restore-certificate needs a certificate ID: restore-certificate ID --why TEXT')
      const reason = parseReason(why, 'restore-certificate needs a reason: --why "exam retaken"')
      if (reason.wrong !== undefined) return printUsageError(reason.wrong)
      const { printedName, courseName } = await restoreCertificate(deps, {
        id: parseCertificateId(given),
        reason: reason.words,
        by,
      })
      return printLine(`${printedName || 'A deleted member'}'s certificate for ${courseName} is valid again.`)
    },
  },
  'correct-license': {
    usage: 'correct-license ID --state FL --profession RN --license 9123456 --why TEXT',
    help: `Corrects or adds the license for a state and profession on a contact-hour certificate (by its ID or web address).
The PDF, spreadsheet, and roster then show it, and the member is notified. The reason is recorded in the audit log.
  --profession   one of ${Object.keys(PROFESSIONS).join(', ')}
  --license      the number; profession and state codes before it, such as RN FL, are removed`,
    options: {
      state: { type: 'string' },
      profession: { type: 'string' },
      license: { type: 'string' },
      why: { type: 'string' },
    },
    async run(deps, { args: [given], options: { state, profession, license: number, why }, by }) {
      if (!given)
        return printUsageError(
          'correct-license needs a certificate ID: correct-license ID --state FL --profession RN --license …',
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
      return printLine(before ? `Replaced ${before} with ${after}.` : `Added ${after}.`)
    },
  },
  'rotate-credential-key': {
    usage: 'rotate-credential-key [--stolen]',
    help: `Creates a new key to sign certificates. Earlier signatures stay valid, because their keys stay published.
Use this if APP_SECRET was lost.
  --stolen   stop publishing the old key, so that nothing it signed is valid; certificates are signed again, and members who shared
             files or badges must download and share them again`,
    options: { stolen: { type: 'boolean' } },
    async run(deps, { options, by }) {
      const { publicKey, ended } = await rotateKey(deps, { by, isStolen: options['stolen'] === true })
      const anew =
        ended === 0
          ? ''
          : ` No longer valid: ${pluralize(ended, 'credential')}. Certificates are signed again within minutes.`
      return printLine(`The new signing key is ${publicKey}.${anew}`)
    },
  },
} satisfies Readonly<Record<string, Command>>

const toUpperCaseInput = (typed: unknown) => (typeof typed === 'string' ? typed.toUpperCase() : typed)
const optionNameFor = (field: PropertyKey | undefined) => (field === 'number' ? 'license' : String(field))

/** Accepts the URL printed on a certificate, and returns its last part. */
export function parseCertificateId(given: string): string {
  return given.trim().replace(/\/$/, '').split('/').at(-1) ?? given
}
