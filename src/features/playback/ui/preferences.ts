import { useState } from 'react'

type Preferences = {
  speed: number
  captions: boolean
  /** Whether the keys of the player are listened to. */
  keys: boolean
  /** Whether one was ever pressed here: then it is said that there are more. */
  usesKeys: boolean
}

const KEY = 'player'
const USUAL: Preferences = { speed: 1, captions: true, keys: true, usesKeys: false }

/** How this person likes to watch, remembered by the browser for every lecture and podcast. */
export function usePreferences(): [Preferences, (change: Partial<Preferences>) => void] {
  const [preferences, setPreferences] = useState(read)
  const prefer = (change: Partial<Preferences>) => {
    setPreferences((before) => ({ ...before, ...change }))
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...read(), ...change }))
    } catch {
      // Without storage it holds for this page.
    }
  }
  return [preferences, prefer]
}

function read(): Preferences {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>
    const { speed, captions, keys, usesKeys } = { ...USUAL, ...kept }
    const isSpeed = typeof speed === 'number' && speed >= 0.25 && speed <= 4
    return {
      speed: isSpeed ? speed : USUAL.speed,
      captions: captions !== false,
      keys: keys !== false,
      usesKeys: usesKeys === true,
    }
  } catch {
    return USUAL
  }
}
