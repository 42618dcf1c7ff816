import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PageAddress } from '#shared/pages.ts'
import { withMessage } from '#web/client/navigation-state.ts'
import { parseReturnTo } from '../return-to.rules.ts'
import { type Entry, useLogin } from './use-login.ts'

export type LinkReply = Entry & { message: string; username?: string | undefined; next: string | null }

/** Uses an emailed link to log in, and then continues to the return-to URL. */
export function useLinkEntry() {
  const navigate = useNavigate()
  const used = useRef<LinkReply>(undefined)
  /** The message to show if the member is logged in and there is no return-to URL. */
  const [entered, setEntered] = useState<string>()
  const [isGoingOn, setGoingOn] = useState(false)
  const login = useLogin(async () => {
    if (!used.current) return
    const { message, username = '', next } = used.current
    const notice = `${message} You’re logged in as ${username}.`
    const to = parseReturnTo(next)
    if (to === undefined) return setEntered(notice)
    setGoingOn(true)
    await navigate(to as PageAddress, { replace: true, ...withMessage(notice) })
  })

  const enter = async (reply: LinkReply): Promise<void> => {
    used.current = reply
    if (reply.token !== undefined || reply.second_factor) await login.enterWith(reply)
  }
  return { login, entered, isGoingOn, enter }
}
