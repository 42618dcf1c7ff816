import { ApiError } from './api.ts'

/**
 * The URL might name something that no longer exists, such as the item after which the page starts. Then the list is
 * loaded `without` it.
 */
export async function loadPage<Wanted extends { after: string | null }, Found>(
  wanted: Wanted,
  load: (wanted: Wanted) => Promise<Found>,
  without: Partial<Wanted> = { after: null } as Partial<Wanted>,
): Promise<Found> {
  try {
    return await load(wanted)
  } catch (error) {
    const isRefused = error instanceof ApiError && (error.status === 400 || error.status === 404)
    const isNamed = Object.entries(without).some(([name, value]) => wanted[name as keyof Wanted] !== value)
    if (!isRefused || !isNamed) throw error
    return load({ ...wanted, ...without })
  }
}
