import { doctor } from './doctor.ts'
import type { Verb } from './verb.ts'

export const doctorVerb: Verb = {
  usage: 'doctor',
  help: 'Checks keys, webhook secret, mode, clock, database, failed jobs, tax settings, mail, disk and address, and says what to fix.',
  before: doctor,
}
