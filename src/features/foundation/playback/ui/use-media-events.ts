import { useEffect, useEffectEvent } from 'react'

type EventName = keyof HTMLMediaElementEventMap

export function useMediaEvents(
  media: HTMLMediaElement | null,
  names: readonly EventName[],
  react: (event: Event) => void,
): void {
  const onEvent = useEffectEvent(react)
  const all = names.join(' ')
  useEffect(() => {
    if (!media) return undefined
    const listen = (event: Event) => onEvent(event)
    for (const name of all.split(' ')) media.addEventListener(name, listen)
    return () => {
      for (const name of all.split(' ')) media.removeEventListener(name, listen)
    }
  }, [media, all])
}
