import { seedDemo } from '#features/back-office/demo/demo.public.ts'
import { say, type Verb } from './verb.ts'

export const seedDemoVerb: Verb = {
  usage: 'seed-demo',
  begins: () => true,
  help: 'Loads the demo academy and its three accounts. Not in production.',
  run: async (deps) => say(await seedDemo(deps)),
}
