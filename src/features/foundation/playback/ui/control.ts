// These functions change the media element, because components may not mutate an element that they are passed.

export function seek(media: HTMLMediaElement, seconds: number): void {
  media.currentTime = Math.min(Math.max(0, seconds), media.duration || Infinity)
}

/** The step of the buttons and of the device's media keys. It is also the longer of the keyboard's two steps. */
export const SEEK_STEP_SECONDS = 10

export function seekBy(media: HTMLMediaElement, seconds: number): void {
  seek(media, media.currentTime + seconds)
}

export function play(media: HTMLMediaElement): void {
  // The browser may refuse to play, or the video may be paused again at once. In both cases, the controls show it.
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
  // Without this, loading a recording would reset the speed to the default rate.
  media.defaultPlaybackRate = speed
  media.playbackRate = speed
}

/** Captions are hidden instead of disabled, because the transcript uses the track. */
export function showCaptions(media: HTMLMediaElement, isShown: boolean): void {
  const track = media.textTracks[0]
  if (track) track.mode = isShown ? 'showing' : 'hidden'
}

export function enterFullscreen(video: HTMLVideoElement): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  else void video.requestFullscreen().catch(() => {})
}
