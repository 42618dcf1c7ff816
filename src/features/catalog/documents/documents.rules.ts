export const PDF = 'application/pdf'

const FORMATS: readonly [RegExp, string][] = [
  [/^application\/pdf$/, 'PDF'],
  [/wordprocessingml/, 'Word'],
  [/spreadsheetml/, 'Excel'],
  [/presentationml/, 'PowerPoint'],
  [/^text\/csv$/, 'CSV'],
  [/zip/, 'ZIP'],
  [/^image\//, 'Image'],
  [/^text\//, 'Text'],
]

/** Returns the common name of a file type. */
export function getFormatName(contentType: string): string {
  return FORMATS.find(([kind]) => kind.test(contentType))?.[1] ?? 'File'
}

/**
 * Removes the format from a name such as 'Observation Worksheet (Word)', because it is shown next to the label 'Word'.
 */
export function stripFormat(name: string): string {
  return name.replace(/ \([A-Za-z]{2,10}\)$/, '')
}
