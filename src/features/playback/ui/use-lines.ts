import { useEffect, useState } from 'react'
import { type Line, linesOf } from '../transcript.rules.ts'

const LOADED = 2
const FAILED = 3

/** The lines of the captions of what plays; undefined until they are there, none where there are none. */
export function useLines(media: HTMLMediaElement | null): Line[] | undefined {
  const [lines, setLines] = useState<Line[]>()
  useEffect(() => {
    const element = media?.querySelector('track')
    if (!element) return undefined
    const read = () => setLines(linesOf(cuesOf(element.track)))
    const fail = () => setLines([])
    if (element.readyState === LOADED) read()
    if (element.readyState === FAILED || !element.src) fail()
    element.addEventListener('load', read)
    element.addEventListener('error', fail)
    return () => {
      element.removeEventListener('load', read)
      element.removeEventListener('error', fail)
    }
  }, [media])
  return lines
}

function cuesOf({ cues }: TextTrack): { startTime: number; text: string }[] {
  return [...(cues ?? [])]
    .filter((cue) => cue instanceof VTTCue)
    .map((cue) => ({ startTime: cue.startTime, text: cue.getCueAsHTML().textContent }))
}
