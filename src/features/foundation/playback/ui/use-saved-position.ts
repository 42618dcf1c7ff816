import { useEffect, useRef } from 'react'
import { REPORT_INTERVAL_SECONDS } from '../playback.rules.ts'
import { savePlaybackPosition, sendUnsentPositions } from './positions.ts'

const SAVE_INTERVAL_MS = REPORT_INTERVAL_SECONDS * 1000

/** Saves the member's position every ten seconds, on each pause, and when the page is left or hidden. */
export function useSavedPosition(media: HTMLMediaElement | null, fileId: string, startAt: number): void {
  const last = useRef({ seconds: startAt, at: 0 })
  useEffect(() => {
    if (!media) return undefined
    const save = () => {
      const seconds = media.currentTime
      const isKnown = media.readyState > 0 && Math.abs(seconds - last.current.seconds) >= 1
      if (!isKnown) return
      last.current = { seconds, at: Date.now() }
      void savePlaybackPosition(fileId, seconds)
    }
    const saveIfDue = () => {
      if (Date.now() - last.current.at >= SAVE_INTERVAL_MS) save()
    }
    const send = () => void sendUnsentPositions()
    last.current.at = Date.now()
    media.addEventListener('timeupdate', saveIfDue)
    media.addEventListener('pause', save)
    document.addEventListener('visibilitychange', save)
    addEventListener('pagehide', save)
    addEventListener('online', send)
    return () => {
      save()
      media.removeEventListener('timeupdate', saveIfDue)
      media.removeEventListener('pause', save)
      document.removeEventListener('visibilitychange', save)
      removeEventListener('pagehide', save)
      removeEventListener('online', send)
    }
  }, [media, fileId])
}
