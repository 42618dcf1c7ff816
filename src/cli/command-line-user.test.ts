import { userInfo } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { getCommandLineUser } from './command-line-user.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const { username } = userInfo()

test.each([
  ['alice', `${username}, for alice`],
  [undefined, username],
  ['', username],
  [username, username],
  ['al\nice\u202E', `${username}, for al ice`],
  ['a'.repeat(500), `${username}, for ${'a'.repeat(100)}`],
])('SUDO_USER=%j never replaces the system user', (sudoUser, name) => {
  vi.stubEnv('SUDO_USER', sudoUser)
  expect(getCommandLineUser()).toEqual({ kind: 'command_line', name })
})
