import { restoreCertificate, revokeCertificate } from '#features/certificates/certificates.public.ts'
import { misused, say, type Verb } from './verb.ts'

export const certificateVerbs: Readonly<Record<string, Verb>> = {
  'revoke-certificate': {
    usage: 'revoke-certificate NUMBER --why TEXT',
    help: 'Makes a certificate (its number, or its address) invalid: its page says so at once, and it is not sent again.\nThe reason is kept and shown to nobody.',
    options: { why: { type: 'string' } },
    async run(deps, { args: [given], options: { why }, by }) {
      if (!given) return misused('revoke-certificate needs a number: revoke-certificate NUMBER --why TEXT')
      if (typeof why !== 'string' || why.trim() === '')
        return misused('revoke-certificate needs a reason: --why "examination taken by somebody else"')
      const { printedName, courseName } = await revokeCertificate(deps, {
        id: numberIn(given),
        reason: why.trim(),
        by,
      })
      return say(`The certificate of ${printedName || 'a member who was erased'} for ${courseName} is revoked.`)
    },
  },
  'restore-certificate': {
    usage: 'restore-certificate NUMBER',
    help: 'Makes a revoked certificate valid again.',
    async run(deps, { args: [given], by }) {
      if (!given) return misused('restore-certificate needs a number: restore-certificate NUMBER')
      const { printedName, courseName } = await restoreCertificate(deps, { id: numberIn(given), by })
      return say(`The certificate of ${printedName || 'a member who was erased'} for ${courseName} is valid again.`)
    },
  },
}

/** The last part of the address that is printed on it. */
export function numberIn(given: string): string {
  return given.trim().replace(/\/$/, '').split('/').at(-1) ?? given
}
