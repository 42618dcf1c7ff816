// `node scripts/command.mjs FILE …`: a .ts file of ours as a command that somebody types, with the terminal, the settings of `.env`
// and the academy's own Node. Plain JavaScript for Node 20.
import { spawn } from 'node:child_process'
import { ensureInstalled, ourNode, root, settingsFile, withOurNode } from './prepare.mjs'
import { commandFlags } from './server-process.mjs'

await ensureInstalled()
const command = spawn(ourNode(), [...commandFlags, ...settingsFile(), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: withOurNode(),
})
// The terminal and npm send their stop signals to the command too: it decides when to end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => command.kill(signal))
command.once('exit', (code) => process.exit(code ?? 1))
