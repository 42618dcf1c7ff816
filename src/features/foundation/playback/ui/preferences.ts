import { useState } from 'react'
import { readSaved, save } from '#web/client/member-storage.ts'

type Preferences = {
  speed: number
  captions: boolean
  keys: boolean
  /** Whether a keyboard shortcut was ever used in this browser. If so, a hint lists the others. */
  usesKeys: boolean
}

const KEY = 'player'
const DEFAULT_PREFERENCES: Preferences = { speed: 1, captions: true, keys: true, usesKeys: false }

/** Returns the playback preferences for all lectures and podcasts. The browser saves them. */
export function usePreferences(): [Preferences, (change: Partial<Preferences>) => void] {
  const [preferences, setPreferences] = useState(readPreferences)
  const prefer = (change: Partial<Preferences>) => {
    setPreferences((before) => ({ ...before, ...change }))
    save(KEY, { ...readPreferences(), ...change }, 'browser')
  }
  return [preferences, prefer]
}

function readPreferences(): Preferences {
  const saved = readSaved(KEY, 'browser')
  const { speed, captions, keys, usesKeys } = { ...DEFAULT_PREFERENCES, ...(saved instanceof Object ? saved : {}) }
  const isSpeed = typeof speed === 'number' && speed >= 0.25 && speed <= 4
  return {
    speed: isSpeed ? speed : DEFAULT_PREFERENCES.speed,
    captions: captions !== false,
    keys: keys !== false,
    usesKeys: usesKeys === true,
  }
}
