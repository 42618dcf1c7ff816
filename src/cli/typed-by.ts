import { userInfo } from 'node:os'
import type { Actor } from '#features/audit/audit.public.ts'

/** Who types: the system user, or the one who became him by sudo. */
export function typedBy(): Actor {
  return { kind: 'command_line', name: (process.env['SUDO_USER'] || systemUser()).slice(0, 100) }
}

function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run as a user whom its system knows by number only.
    return `user ${process.getuid?.() ?? '?'}`
  }
}
