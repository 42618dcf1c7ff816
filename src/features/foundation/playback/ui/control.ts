// Functions that change the media element: components hold the element but must not change it.

export function seek(media: HTMLMediaElement, seconds: number): void {
  media.currentTime = Math.min(Math.max(0, seconds), media.duration || Infinity)
}

/** Of the buttons, the device's media keys, and the long step of the keyboard. */
export const SEEK_STEP_SECONDS = 10

export function seekBy(media: HTMLMediaElement, seconds: number): void {
  seek(media, media.currentTime + seconds)
}

export function play(media: HTMLMediaElement): void {
  // A browser may refuse, or it is paused again at once: the controls show it.
  void media.play().catch(() => {})
}

export function playFrom(media: HTMLMediaElement, seconds: number): void {
  seek(media, seconds)
  play(media)
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
