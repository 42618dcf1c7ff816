import { runDoctor } from './doctor.ts'
import type { Command } from './command.ts'

export const doctorCommand: Command = {
  usage: 'doctor',
  help: 'Checks keys, webhook secret, mode, clock, database, failed jobs, tax settings, email, disk, and address, and says what to fix.',
  before: runDoctor,
}
