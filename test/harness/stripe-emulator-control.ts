type Place = { url: string; secretKey: string }

/** Sends requests to the emulator with its secret key: to its control API, or to the provider's API. */
export async function callEmulator(
  { url, secretKey }: Place,
  path: string,
  fields: Record<string, string> | [string, string][] = {},
): Promise<{ id: string; statuses: number[] }> {
  const reply = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams(fields),
  })
  if (!reply.ok) throw new Error(await reply.text())
  return (await reply.json()) as { id: string; statuses: number[] }
}

/** Delivers these events in this order, once each; returns the statuses. */
export async function deliverEvents(place: Place, ids: string[]): Promise<number[]> {
  const fields = ids.map((id, index): [string, string] => [`ids[${index}]`, id])
  return (await callEmulator(place, '/stand-in/deliver', fields)).statuses
}

/** The IDs and types of all events, oldest first. */
export async function readEvents({ url, secretKey }: Place): Promise<{ id: string; type: string }[]> {
  const reply = await fetch(`${url}/v1/events?limit=100`, { headers: { authorization: `Bearer ${secretKey}` } })
  return ((await reply.json()) as { data: { id: string; type: string }[] }).data.toReversed()
}
