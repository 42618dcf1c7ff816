// Functions that change the media element, because components may not mutate the element they are passed.

export function seek(media: HTMLMediaElement, seconds: number): void {
  media.currentTime = Math.min(Math.max(0, seconds), media.duration || Infinity)
}

/** The step of the buttons, of the device's media keys, and of the keyboard's long step. */
export const SEEK_STEP_SECONDS = 10

export function seekBy(media: HTMLMediaElement, seconds: number): void {
  seek(media, media.currentTime + seconds)
}

export function play(media: HTMLMediaElement): void {
  // A browser might refuse to play, or the video might be paused again at once; the controls show that.
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
  // Loading a recording resets the speed to the default rate.
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
