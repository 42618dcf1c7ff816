export function saveAs(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // Delayed: some browsers start reading the file only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
