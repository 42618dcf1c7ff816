/** Copies a text; returns what to say of it. Where the browser lets nobody copy, that is the text itself. */
export async function copyText(what: string, text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return `${what} is copied.`
  } catch (error) {
    console.error(error)
    return `This browser does not let pages copy. Here it is: ${text}`
  }
}
