import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
  readdirSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SOURCES } from './prepare.mjs'

const LOCK = JSON.stringify({
  packages: { '': {}, 'node_modules/used': { version: '1.0.0' }, 'node_modules/tool': { version: '1.0.0', dev: true } },
})
const FLAGS = 'export const serverFlags = []; export const commandFlags = []; export const serverEnvironment = {}'
// The page shows the text that is in the server's source, so a mix of two builds would show.
const MAKE = `import fs from 'node:fs'
const source = fs.readFileSync('src/main.ts', 'utf8')
if (source.includes('broken')) { console.error('a word that is no code'); process.exit(1) }
fs.rmSync('build', { recursive: true, force: true })
fs.mkdirSync('build/client/assets', { recursive: true })
fs.mkdirSync('build/server', { recursive: true })
fs.writeFileSync('build/client/assets/page-' + source.length + '.js', source)
fs.writeFileSync('build/server/index.js', source)`

/** A one-file program that is installed, started, built, and restarted by the academy's own scripts. */
function program(source: string) {
  const root = mkdtempSync(path.join(tmpdir(), 'versions-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  chmodSync(root, 0o755)
  for (const folder of ['scripts', 'src', 'docs', 'node_modules/used', 'node_modules/tool'])
    mkdirSync(path.join(root, folder), { recursive: true })
  for (const name of ['build.mjs', 'prepare.mjs', 'start.mjs', 'versions.mjs', 'lock.mjs', 'command.mjs'])
    cpSync(path.join(import.meta.dirname, name), path.join(root, 'scripts', name))
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text)
  write('scripts/make.mjs', MAKE)
  write('scripts/server-process.mjs', FLAGS)
  write('package.json', JSON.stringify({ type: 'module', scripts: { build: 'node scripts/make.mjs' } }))
  for (const file of [
    ...SOURCES.filter((name) => !name.startsWith('package')),
    'node_modules/used/index.js',
    'node_modules/tool/index.js',
  ])
    write(file, '')
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json']) write(file, LOCK)
  write('src/main.ts', source)

  const read = (file: string) => readFileSync(path.join(root, 'versions', file), 'utf8')
  return {
    root,
    write,
    read,
    isThere: (file: string) => existsSync(path.join(root, file)),
    current: () => readlinkSync(path.join(root, 'versions/current')),
    versions: () => readdirSync(path.join(root, 'versions')).filter((name) => /^[0-9a-f]{12}$/.test(name)),
    build(as: { uid?: number } = {}) {
      const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], {
        cwd: root,
        encoding: 'utf8',
        ...as,
      })
      return { status, stderr }
    },
  }
}

test('a version contains everything it needs, and later changes do not affect it', () => {
  const { root, write, read, build, current, isThere } = program('// one')
  expect(build()).toEqual({ status: 0, stderr: 'Building the pages (once)…\n' })
  const first = current()
  expect(build()).toEqual({ status: 0, stderr: '' })
  write('src/main.ts', '// the second')
  rmSync(path.join(root, 'node_modules/used'), { recursive: true })
  expect([read(`${first}/src/main.ts`), read(`${first}/build/server/index.js`)]).toEqual(['// one', '// one'])
  expect(isThere(`versions/${first}/node_modules/used/index.js`)).toBe(true)
  expect(isThere(`versions/${first}/node_modules/tool`)).toBe(false)

  build()
  expect(current()).not.toBe(first)
  expect([read('current/src/main.ts'), read('current/build/server/index.js')]).toEqual([
    '// the second',
    '// the second',
  ])
  // Open tabs request assets of the previous version.
  expect([read('assets/page-6.js'), read('assets/page-13.js')]).toEqual(['// one', '// the second'])
})

test('keeps the newest versions, with their assets', () => {
  const { write, build, versions, current, isThere } = program('// 1')
  for (let at = 1; at <= 5; at += 1) {
    write('src/main.ts', '//'.padEnd(at + 10))
    build()
  }
  expect(versions()).toHaveLength(3)
  expect(versions()).toContain(current())
  expect([11, 12, 13, 14, 15].filter((size) => isThere(`versions/assets/page-${size}.js`))).toEqual([13, 14, 15])
})

test('leftovers of a killed build do not matter, and files that cannot be removed block nothing', () => {
  const { root, write, build, current, versions, isThere } = program('// 1')
  build()
  for (const folder of ['versions/.making-77', 'versions/packages/.making-77'])
    mkdirSync(path.join(root, folder), { recursive: true })
  write('versions/.making-77/package.json', '{}')
  for (const at of [11, 12, 13]) {
    write('src/main.ts', '//'.padEnd(at))
    expect(build()).toEqual({ status: 0, stderr: 'Building the pages (once)…\n' })
  }
  expect(versions()).toHaveLength(3)
  expect([isThere('versions/.making-77'), isThere('versions/packages/.making-77')]).toEqual([false, false])

  const before = current()
  rmSync(path.join(root, 'versions', before, 'node_modules'))
  write('src/main.ts', '// the last')
  expect(build()).toEqual({ status: 0, stderr: expect.stringMatching(/Older versions could not be removed: ENOENT/) })
  expect(current()).not.toBe(before)
})

test('a version that an upgrade could not start is not served by the next start until the sources change', () => {
  const { root, write, build, current, read } = program('// one')
  build()
  const before = current()
  write('src/main.ts', '// failing')
  build()
  const failed = current()
  // Goes back to the previous version, as the upgrade script does.
  const goBack = `import('./scripts/versions.mjs').then((all) => all.serveBeside('${before}', '${failed}'))`
  spawnSync(process.execPath, ['-e', goBack], { cwd: root })
  expect(build()).toEqual({
    status: 0,
    stderr: `The last upgrade, to version ${failed}, failed, so version ${before} is still in use. To try again: npm run upgrade\n`,
  })
  expect([current(), read('beside-newer')]).toEqual([before, before])
  write('src/main.ts', '// mended')
  build()
  expect([before, failed]).not.toContain(current())
})

test('a failed build, or one without permission, keeps the previous version', () => {
  const { root, write, build, current, versions } = program('// one')
  build()
  const first = current()
  write('src/main.ts', '// broken')
  expect(build()).toMatchObject({ status: 1, stderr: expect.stringContaining('a word that is no code') })
  write('src/main.ts', '// the second')
  const isRoot = process.getuid?.() === 0
  if (!isRoot) chmodSync(path.join(root, 'versions'), 0o555)
  const refused = build(isRoot ? { uid: 65_534 } : {})
  if (!isRoot) chmodSync(path.join(root, 'versions'), 0o755)
  expect(refused).toEqual({
    status: 1,
    stderr: `The source files in ${root} don't match the built version, and this user can't write there. Run npm run upgrade as the files' owner.\n`,
  })
  expect([current(), versions()]).toEqual([first, [first]])
})

test('a reload builds first; if that fails nothing is restarted, and a restart in production serves the previous build', async () => {
  const source = `process.on('SIGHUP', () => console.log('renewed'))
    process.on('SIGTERM', () => process.exit(0))
    setInterval(() => {}, 1_000)
    console.log('serves')`
  const { root, write, current } = program(source)
  let said = ''
  const start = () => {
    const env = { ...process.env, NODE_ENV: 'production' }
    const started = spawn(process.execPath, ['scripts/start.mjs', '--serve'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    onTestFinished(() => void started.kill('SIGTERM'))
    return started
  }
  const hears = async (words: string) => {
    await expect.poll(() => said, { timeout: 15_000 }).toContain(words)
  }
  const academy = start()
  await hears('serves')
  const first = current()

  write('src/main.ts', `${source} // broken`)
  academy.kill('SIGHUP')
  await hears('Nothing was restarted. The previous version is still running.')
  expect([current(), said.includes('renewed\n')]).toEqual([first, false])

  const again = start()
  await hears(`Running version ${first}, which was built earlier.\nserves\n`)
  again.kill('SIGTERM')

  write('src/main.ts', `${source} // the second`)
  academy.kill('SIGHUP')
  await hears('renewed\n')
  expect(current()).not.toBe(first)
})
