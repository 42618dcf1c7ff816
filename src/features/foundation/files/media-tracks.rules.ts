import type { Input } from 'mediabunny'
import type { Recording, Track } from './playability.rules.ts'

const CONTAINERS: Readonly<Record<string, Recording['container']>> = {
  MP4: 'mp4',
  'QuickTime File Format': 'quicktime',
  MP3: 'mp3',
}

/** Lists the tracks that the media library finds in a file, and closes the file. An unreadable file has no tracks. */
export async function readRecording(input: Input): Promise<Omit<Recording, 'order'>> {
  try {
    const container = CONTAINERS[(await input.getFormat()).name] ?? 'another'
    const tracks: Track[] = []
    for (const track of await input.getTracks()) {
      const inner = await track.getInternalCodecId()
      const codec = (await track.getCodec()) ?? (typeof inner === 'string' ? inner.trim() : 'unknown')
      const profile = (await track.getCodecParameterString()) ?? undefined
      const size = track.isVideoTrack()
        ? { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() }
        : undefined
      tracks.push({ type: track.type, codec, profile, size })
    }
    return { container, tracks, seconds: tracks.length === 0 ? 0 : await input.computeDuration() }
  } catch {
    return { container: 'another', tracks: [], seconds: 0 }
  } finally {
    input.dispose()
  }
}
