import { storedToken } from './session.ts'

/** Whose view of something for sale a page has: 'unknown' is a member's whose own view could not be had. */
export type SeenAs = 'stranger' | 'member' | 'unknown'

type Views<View> = {
  /** The member's own call, which tells what is theirs. */
  asMember: () => Promise<View>
  /** What everybody sees. */
  asStranger: () => Promise<View>
}

/**
 * What a page of something for sale shows in the browser. `seenAs` is missing in what the server rendered: there nobody knows yet
 * who looks at it.
 */
export async function ownView<View extends object>({ asMember, asStranger }: Views<View>) {
  if (storedToken() === undefined) return seen(await asStranger(), 'stranger')
  try {
    return seen(await asMember(), 'member')
  } catch (error) {
    console.error(error)
    // A token that the academy no longer knows has been dropped.
    return seen(await asStranger(), storedToken() === undefined ? 'stranger' : 'unknown')
  }
}

function seen<View extends object>(view: View, seenAs: SeenAs): View & { seenAs?: SeenAs } {
  return { ...view, seenAs }
}
