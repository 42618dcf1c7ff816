import { useEffect, useRef } from 'react'
import { savePlaybackPosition, sendUnsentPositions } from './positions.ts'

const SAVE_INTERVAL_MS = 10_000

/** Keeps the member's position: every ten seconds, at each pause, and when the page is left or hidden. */
export function useSavedPosition(media: HTMLMediaElement | null, fileId: string, startAt: number): void {
  const last = useRef({ seconds: startAt, at: 0 })
  useEffect(() => {
    if (!media) return undefined
    const keep = () => {
      const seconds = media.currentTime
      const isKnown = media.readyState > 0 && Math.abs(seconds - last.current.seconds) >= 1
      if (!isKnown) return
      last.current = { seconds, at: Date.now() }
      void savePlaybackPosition(fileId, seconds)
    }
    const keepNowAndThen = () => {
      if (Date.now() - last.current.at >= SAVE_INTERVAL_MS) keep()
    }
    const send = () => void sendUnsentPositions()
    last.current.at = Date.now()
    media.addEventListener('timeupdate', keepNowAndThen)
    media.addEventListener('pause', keep)
    document.addEventListener('visibilitychange', keep)
    addEventListener('pagehide', keep)
    addEventListener('online', send)
    return () => {
      keep()
      media.removeEventListener('timeupdate', keepNowAndThen)
      media.removeEventListener('pause', keep)
      document.removeEventListener('visibilitychange', keep)
      removeEventListener('pagehide', keep)
      removeEventListener('online', send)
    }
  }, [media, fileId])
}
