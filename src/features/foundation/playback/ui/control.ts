// Functions that change the media element: components hold the element but must not change it.

export function seek(media: HTMLMediaElement, seconds: number): void {
  media.currentTime = Math.min(Math.max(0, seconds), media.duration || Infinity)
}

export function play(media: HTMLMediaElement, onRefused?: () => void): void {
  // It may also be paused again at once, which the controls show.
  void media.play().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'NotAllowedError') onRefused?.()
  })
}

export function togglePlayback(media: HTMLMediaElement): void {
  if (media.paused) play(media)
  else media.pause()
}

export function setSpeed(media: HTMLMediaElement, speed: number): void {
  // A reload starts at the default rate.
  media.defaultPlaybackRate = speed
  media.playbackRate = speed
}

/** Hidden, not disabled: the transcript uses the tracks. */
export function showCaptions(media: HTMLMediaElement, isShown: boolean): void {
  const track = media.textTracks[0]
  if (track) track.mode = isShown ? 'showing' : 'hidden'
}

export function enterFullscreen(video: HTMLVideoElement): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  else void video.requestFullscreen().catch(() => {})
}
