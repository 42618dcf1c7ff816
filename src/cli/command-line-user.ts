import type { Staff } from '#shared/policy.ts'
import { userInfo } from 'node:os'

/**
 * Who types: the system user, and the one who says that he became him by sudo: 'root, for alice'. The first is known by the system; the second
 * is whatever was exported.
 */
export function getCommandLineUser(): Staff {
  const user = getSystemUser().slice(0, 100)
  const sudoUser = process.env['SUDO_USER']?.replaceAll(/\p{C}/gu, ' ').trim().slice(0, 100)
  return { kind: 'command_line', name: sudoUser && sudoUser !== user ? `${user}, for ${sudoUser}` : user }
}

function getSystemUser(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run as a user whom its system knows by number only.
    return `user ${process.getuid?.() ?? '?'}`
  }
}
