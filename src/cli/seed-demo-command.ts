import { seedDemo } from '#features/back-office/demo/demo.public.ts'
import { printLine, type Command } from './command.ts'

export const seedDemoCommand: Command = {
  usage: 'seed-demo',
  begins: () => true,
  help: 'Loads the demo academy and its three accounts. Not allowed in production.',
  run: async (deps) => printLine(await seedDemo(deps)),
}
