import { useEffect, useState } from 'react'
import { type TranscriptLine, toTranscriptLines } from '../transcripts.rules.ts'

const LOADED = 2
const FAILED = 3

/** Returns the transcript lines. They are undefined while they are loading, and empty if there are no captions. */
export function useTranscriptLines(media: HTMLMediaElement | null): TranscriptLine[] | undefined {
  const [lines, setLines] = useState<TranscriptLine[]>()
  useEffect(() => {
    const element = media?.querySelector('track')
    if (!element) return undefined
    const read = () => setLines(toTranscriptLines(getCues(element.track)))
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

function getCues({ cues }: TextTrack): Parameters<typeof toTranscriptLines>[0] {
  return [...(cues ?? [])].filter((cue) => cue instanceof VTTCue).flatMap(splitBySpeaker)
}

/** Splits a caption by speaker. In the element that a browser makes from a caption, the speaker is the `title`. */
function splitBySpeaker(cue: VTTCue) {
  const { startTime, endTime } = cue
  if (endTime <= startTime) return []
  const texts = document.createTreeWalker(cue.getCueAsHTML(), NodeFilter.SHOW_TEXT)
  const spoken: { startTime: number; endTime: number; speaker: string | null; text: string }[] = []
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode
    const text = textContent ?? ''
    const speaker = parentElement?.closest<HTMLElement>('[title]')?.title ?? null
    const last = spoken.at(-1)
    if (last?.speaker === speaker) last.text += text
    else spoken.push({ startTime, endTime, speaker, text })
  }
  return spoken
}
