/** Copies a text and returns the message to show: the text itself when the browser does not allow copying. */
export async function copyText(what: string, text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return `${what} is copied.`
  } catch (error) {
    console.error(error)
    return `This browser does not let pages copy. Here it is: ${text}`
  }
}
