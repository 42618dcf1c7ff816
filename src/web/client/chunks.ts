/** The specification's time limit for loading a chunk. */
export const CHUNK_LIMIT_MS = 120_000

/** Loads a chunk on demand; fails if it takes longer than the limit. */
export async function loadChunk<Module>(loading: Promise<Module>, file: string): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Loading chunk ${parseChunkName(file)} failed`)), CHUNK_LIMIT_MS)
  })
  try {
    return await Promise.race([loading, limit])
  } finally {
    clearTimeout(timer)
  }
}

/** Replaces a page that failed to load: any use throws the error. */
export function createFailedPage(error: unknown) {
  const fail = () => {
    throw error
  }
  return { default: fail, clientLoader: fail, clientAction: fail }
}

/** `/assets/about.page-COeU0B_v.js` → `about.page`. */
export function parseChunkName(text: string): string | undefined {
  return /([\w.-]+?)(-[\w-]{8})?\.(?:js|css|tsx?)\b/.exec(text)?.[1]
}

/** The name of the chunk that failed to load. The error messages differ by browser, but all contain the file's URL. */
export function findFailedChunk(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const url = /^Loading chunk (\S+) failed$/.exec(error.message)?.[1]
  if (url !== undefined) return url
  const isChunk = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i
  if (!isChunk.test(error.message)) return undefined
  return parseChunkName(error.message) ?? 'of this page'
}
