import { useEffect, useEffectEvent } from 'react'
import { setSpeed, showCaptions } from './control.ts'
import { useMediaEvents } from './use-media-events.ts'

type SpeedControl = { speed: number; onSpeed: (speed: number) => void }

/** Applies this speed, and reports when the user changes it in the browser's own menu. */
export function useSpeed(media: HTMLMediaElement | null, { speed, onSpeed }: SpeedControl): void {
  useEffect(() => {
    if (media) setSpeed(media, speed)
  }, [media, speed])
  useMediaEvents(media, ['ratechange'], () => {
    if (media && media.playbackRate !== speed) onSpeed(media.playbackRate)
  })
}

type CaptionsControl = { isShown: boolean; onShown: (isShown: boolean) => void }

/** Shows or hides captions, and reports when the user does so in the browser's own menu. */
export function useCaptions(media: HTMLMediaElement | null, { isShown, onShown }: CaptionsControl): void {
  const compare = useEffectEvent((track: TextTrack) => {
    if ((track.mode === 'showing') !== isShown) onShown(!isShown)
  })
  useEffect(() => {
    if (media) showCaptions(media, isShown)
  }, [media, isShown])
  useEffect(() => {
    const tracks = media?.textTracks
    const track = tracks?.[0]
    if (!tracks || !track) return undefined
    const listen = () => compare(track)
    tracks.addEventListener('change', listen)
    return () => tracks.removeEventListener('change', listen)
  }, [media])
}
