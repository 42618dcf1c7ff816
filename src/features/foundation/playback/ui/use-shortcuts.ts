import { useEffect, useEffectEvent } from 'react'
import { enterFullscreen, seekBy, SEEK_STEP_SECONDS, togglePlayback } from './control.ts'

const STEP_SECONDS = 5

type Shortcuts = { isOn: boolean; toggleCaptions: () => void; toggleList: () => void; onUse: () => void }

/** The player's keyboard shortcuts, which work on the whole page except where other elements need the keys. */
export function useShortcuts(
  media: HTMLMediaElement | null,
  { isOn, toggleCaptions, toggleList, onUse }: Shortcuts,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!media || !isOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isKeyUsedElsewhere(event)) return
    const step = event.shiftKey ? SEEK_STEP_SECONDS : STEP_SECONDS
    switch (event.key) {
      case ' ':
        if (!event.repeat) togglePlayback(media)
        break
      case 'ArrowLeft':
        seekBy(media, -step)
        break
      case 'ArrowRight':
        seekBy(media, step)
        break
      case 'c':
      case 'C':
        if (!event.repeat) toggleCaptions()
        break
      case 'f':
      case 'F':
        if (!event.repeat && media instanceof HTMLVideoElement) enterFullscreen(media)
        break
      case '?':
        toggleList()
        break
      default:
        return
    }
    event.preventDefault()
    onUse()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Whether another element needs the key, for example for typing or selecting. */
function isKeyUsedElsewhere({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('input, textarea, select, [contenteditable], dialog, [role="dialog"], iframe')) return true
  return key === ' ' && target.closest('button, a, summary, [role="button"]') !== null
}
