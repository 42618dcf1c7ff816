import type { Staff } from '#shared/policy.ts'
import { userInfo } from 'node:os'

/**
 * The user of the command: the system user and, with sudo, the user that sudo reports: 'root, for alice'. The system
 * guarantees the first; the second is only an environment variable.
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
    // The system may know a container's user only by number.
    return `user ${process.getuid?.() ?? '?'}`
  }
}
