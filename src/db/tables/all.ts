// The one list of tables: for drizzle-kit and for whoever empties or counts them all.
export * from './members.ts'
export * from './files.ts'
export * from './catalogue.ts'
export * from './ownership.ts'
export * from './study.ts'
export * from './site.ts'
