// What is done to what plays; a page's parts hold the element, but it is not theirs to change.

export function seek(media: HTMLMediaElement, seconds: number): void {
  media.currentTime = Math.min(Math.max(0, seconds), media.duration || Infinity)
}

export function play(media: HTMLMediaElement): void {
  // A browser may refuse, or it is paused again at once: the controls show it.
  void media.play().catch(() => {})
}

export function togglePlayback(media: HTMLMediaElement): void {
  if (media.paused) play(media)
  else media.pause()
}

export function setSpeed(media: HTMLMediaElement, speed: number): void {
  // What loads anew begins at the default.
  media.defaultPlaybackRate = speed
  media.playbackRate = speed
}

/** Hidden, not off: the transcript is made of them. */
export function showCaptions(media: HTMLMediaElement, isShown: boolean): void {
  const track = media.textTracks[0]
  if (track) track.mode = isShown ? 'showing' : 'hidden'
}

export function enterFullscreen(video: HTMLVideoElement): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  else void video.requestFullscreen().catch(() => {})
}
