import { decodeHTML } from 'entities'
import { parseCaptions, tokenizeCue } from './captions.rules.ts'

/** One speaker's part of a caption, as browsers show it. */
export type SpokenCue = { startTime: number; endTime: number; speaker: string | null; text: string }

export function parseCues(text: string): SpokenCue[] {
  return parseCaptions(text).cues.flatMap(({ startTime, endTime, text: marked }) =>
    splitBySpeaker(marked).map((spoken) => ({ startTime, endTime, ...spoken })),
  )
}

function splitBySpeaker(marked: string): Pick<SpokenCue, 'speaker' | 'text'>[] {
  const spoken: Pick<SpokenCue, 'speaker' | 'text'>[] = []
  const speakers: string[] = []
  for (const token of tokenizeCue(marked)) {
    if ('tag' in token) {
      if (token.tag === '/v') speakers.pop()
      const [, name] = /^v(?:\.\S*)?\s+(\S[^]*)$/.exec(token.tag) ?? []
      if (name !== undefined) speakers.push(decodeHTML(name).trim().split(/\s+/).join(' '))
      continue
    }
    const speaker = speakers.at(-1) ?? null
    const said = decodeHTML(token.text)
    const last = spoken.at(-1)
    if (last?.speaker === speaker) last.text += said
    else spoken.push({ speaker, text: said })
  }
  return spoken
}
