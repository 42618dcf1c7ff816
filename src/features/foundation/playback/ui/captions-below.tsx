import { useEffect, useState, useSyncExternalStore } from 'react'

const NARROW = '(width < 40rem)'
/** iOS has its own fullscreen events. */
const IOS_FULLSCREEN_EVENTS = ['webkitbeginfullscreen', 'webkitendfullscreen']

/**
 * Whether captions are shown below the video. On phones they are, because browsers there show them above the controls,
 * over the content. In fullscreen, captions are on the video.
 */
export function useShowsCaptionsBelow(media: HTMLMediaElement | null): boolean {
  return useSyncExternalStore(
    (listener) => {
      const narrow = matchMedia(NARROW)
      narrow.addEventListener('change', listener)
      document.addEventListener('fullscreenchange', listener)
      for (const change of IOS_FULLSCREEN_EVENTS) media?.addEventListener(change, listener)
      return () => {
        for (const change of IOS_FULLSCREEN_EVENTS) media?.removeEventListener(change, listener)
        narrow.removeEventListener('change', listener)
        document.removeEventListener('fullscreenchange', listener)
      }
    },
    () => matchMedia(NARROW).matches && (media === null || !isFullscreen(media)),
    () => false,
  )
}

/** Shows the current caption below the video, in a space that fits the longest caption. */
export function CaptionsBelow({ media }: { media: HTMLMediaElement | null }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const track = media?.textTracks[0]
    if (!track) return undefined
    const showCues = () => setSaid([...(track.activeCues ?? [])].flatMap(getCueLines).join(' '))
    showCues()
    track.addEventListener('cuechange', showCues)
    return () => track.removeEventListener('cuechange', showCues)
  }, [media])
  return (
    // The captions are hidden from screen readers, like captions on the video, because their users hear the lecture.
    <p aria-hidden="true" className="grid min-h-14 place-items-center px-3 py-1.5 text-center text-sm/snug text-white">
      {said}
    </p>
  )
}

function getCueLines(cue: TextTrackCue): string[] {
  return cue instanceof VTTCue ? [cue.getCueAsHTML().textContent] : []
}

function isFullscreen(media: HTMLMediaElement): boolean {
  return (
    document.fullscreenElement === media ||
    ('webkitDisplayingFullscreen' in media && media.webkitDisplayingFullscreen === true)
  )
}
