// `node scripts/command.mjs FILE …`: runs one of our .ts files as a command, with the terminal, the settings in `.env`,
// and the academy's own Node. In production it runs the file from the served version, not from the program's folder,
// because a command from newer sources would migrate the database. Plain JavaScript for Node 20.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, ourNode, root, settingsFile, withOurNode } from './prepare.mjs'
import { currentVersion, folderOf, isBesideNewer } from './versions.mjs'

const served = process.env.NODE_ENV === 'production' ? currentVersion() : undefined
if (served === undefined) await ensureInstalled({ hasTools: false })
const folder = served === undefined ? root : folderOf(served)
const [file = '', ...typed] = process.argv.slice(2)
if (served !== undefined && file === 'src/cli.ts' && isBesideNewer()) typed.push('--overlap')
const { commandFlags } = await import(pathToFileURL(path.join(folder, 'scripts/server-process.mjs')).href)
const command = spawn(ourNode(folder), [...commandFlags, ...settingsFile(), path.join(folder, file), ...typed], {
  cwd: root,
  stdio: 'inherit',
  env: withOurNode(),
})
// The terminal and npm also send their stop signals to the command, which decides when to end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => command.kill(signal))
command.once('exit', (code) => process.exit(code ?? 1))
