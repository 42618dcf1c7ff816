import { toFileName } from '#shared/file-name.ts'

/** The maximum size of a ZIP file without the Zip64 format, with a safety margin. */
export const MAX_BUNDLE_BYTES = 3e9

export function getBundleName(slug: string): string {
  return `${slug}-resources.zip`
}

/** A handout of a course. `lecture` is the number of the lecture, counted from 1. */
export type BundleFile = { lecture: number; lectureName: string; fileName: string; sha256: string }

/**
 * Assigns each file a path in a folder for its lecture, such as `02. The Rules/Checklist.pdf`. Adds numbers to names
 * that are the same.
 */
export function assignZipPaths(files: readonly BundleFile[]): { place: string; sha256: string }[] {
  const taken = new Set<string>()
  return files.map(({ lecture, lectureName, fileName, sha256 }) => {
    const folder = `${String(lecture).padStart(2, '0')}. ${toEntryName(lectureName.replace(/^\d+[.):]\s*/, ''))}`
    const [, stem = '', ending = ''] = /^(.*?)(\.[^.]*)?$/s.exec(toEntryName(fileName)) ?? []
    let place = `${folder}/${stem}${ending}`
    for (let number = 2; taken.has(place.toLowerCase()); number += 1) place = `${folder}/${stem} (${number})${ending}`
    taken.add(place.toLowerCase())
    return { place, sha256 }
  })
}

function toEntryName(text: string): string {
  return toFileName(text) || 'Handout'
}
