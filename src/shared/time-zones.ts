import { isTimeZone } from './dates.ts'
import { defineReader, type Reading } from './typed-input.ts'

/** Time zones of the US with the words that people use for them. Their largest cities without a zone of their own. */
const US_ZONES: readonly { zone: string; names: string; cities: string }[] = [
  {
    zone: 'America/New_York',
    names: 'eastern,et,est,edt,us/eastern',
    cities:
      'atlanta,baltimore,boston,charlotte,cleveland,columbus,jacksonville,miami,orlando,philadelphia,pittsburgh,tampa,washington,washington dc',
  },
  {
    zone: 'America/Chicago',
    names: 'central,ct,cst,cdt,us/central',
    cities:
      'austin,dallas,houston,kansas city,memphis,milwaukee,minneapolis,nashville,new orleans,oklahoma city,omaha,san antonio,st louis',
  },
  {
    zone: 'America/Denver',
    names: 'mountain,mt,mst,mdt,us/mountain',
    cities: 'albuquerque,colorado springs,salt lake city',
  },
  { zone: 'America/Phoenix', names: 'arizona,us/arizona', cities: 'tucson' },
  {
    zone: 'America/Los_Angeles',
    names: 'pacific,pt,pst,pdt,us/pacific',
    cities: 'las vegas,portland,sacramento,san diego,san francisco,san jose,seattle',
  },
  { zone: 'America/Anchorage', names: 'alaska,akt,akst,akdt,us/alaska', cities: 'fairbanks' },
  { zone: 'Pacific/Honolulu', names: 'hawaii,hawaii-aleutian,hst,us/hawaii', cities: '' },
  { zone: 'America/Puerto_Rico', names: 'atlantic,ast', cities: 'san juan' },
  { zone: 'Pacific/Guam', names: 'chamorro,chst', cities: '' },
  { zone: 'Pacific/Pago_Pago', names: 'samoa,american samoa,sst,us/samoa', cities: '' },
  { zone: 'UTC', names: 'utc,gmt,universal,coordinated universal', cities: '' },
]

/** Reduces 'Eastern Standard Time' and 'Eastern Time (US & Canada)' to 'eastern'. */
function toKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/ ?\(.*$/, '')
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/ (?:standard|daylight|time|zone)\b/g, '')
    .replaceAll(/ +/g, ' ')
    .trim()
}

const OFFSET = /^(?:utc|gmt)? ?[+-]\d{1,2}(?::?\d\d)?$/i
const EXAMPLE = 'must be a time zone, such as Chicago, Central, or America/Chicago'

const US_WORDS = new Map(US_ZONES.flatMap(({ zone, names }) => names.split(',').map((name) => [name, zone])))
const US_CITIES = new Map(US_ZONES.flatMap(({ zone, cities }) => cities.split(',').map((city) => [city, zone])))

/** Reads 'Chicago', 'Central', 'CST', and 'US/Central' as 'America/Chicago', and shows it with its name. */
export const readTimeZone = defineReader(EXAMPLE, (typed): Reading | undefined => {
  const text = typed.replaceAll(/ ?\/ ?/g, '/')
  if (OFFSET.test(text))
    return { reason: 'must be a place, such as Chicago, because an offset has no daylight saving time' }
  const key = toKey(text)
  // The name itself first, because it is read with every page.
  const zone = US_WORDS.get(key) ?? (isTimeZone(text) ? text : findByPlace(key))
  return zone === undefined ? undefined : { text: zone, shown: formatTimeZone(zone) }
})

function findByPlace(key: string): string | undefined {
  const place = key.replace(/, ?[a-z]{2}$/, '')
  const zones = Intl.supportedValuesOf('timeZone')
  const found = zones.filter((zone) => toKey(zone) === key || toKey(zone.split('/').at(-1) ?? '') === place)
  return US_CITIES.get(place) ?? (found.length === 1 ? found[0] : undefined)
}

const labels = new Map<string, string>()

/** For example, 'America/Chicago (Central Time)'. Cached, because looking up a name takes a millisecond. */
function formatTimeZone(zone: string): string {
  if (zone === 'UTC') return zone
  const known = labels.get(zone)
  if (known !== undefined) return known
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts()
  const label = `${zone} (${parts.find(({ type }) => type === 'timeZoneName')?.value})`
  labels.set(zone, label)
  return label
}

type TimeZoneOption = { zone: string; label: string }

/** All time zones, those of the US first. Only these have a name in their label, because each name takes a millisecond. */
export function listTimeZones(): TimeZoneOption[] {
  const us = US_ZONES.map(({ zone }) => zone)
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !us.includes(zone))
  return [
    ...us.map((zone) => ({ zone, label: formatTimeZone(zone) })),
    ...others.map((zone) => ({ zone, label: zone })),
  ]
}
