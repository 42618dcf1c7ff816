// In which order an upgrade goes, and what is told when a step fails; the steps themselves are in upgrade.mjs. Plain JavaScript for Node 20.
// Its types are in upgrade-order.d.mts.

/** A step could not be done; `message` says why, and what to do. `isDown`: and nothing answers any more. */
export class Failed extends Error {
  constructor(message, { isDown = false } = {}) {
    super(message)
    this.isDown = isDown
  }
}

/**
 * Builds beside what serves, then brings the database further, then renews. Until the last of these the version before serves, and it
 * does again when that fails. Returns the exit code.
 */
export async function upgrade(steps, { backup, isBackupLeftOut = false, mayStop = false } = {}) {
  const { tell } = steps
  let done = 'Nothing was changed'
  let isServing = false
  let isUp = false
  try {
    const found = await steps.look()
    isServing = found.isServing
    isUp = isServing
    const name = await steps.build()
    if (isServing && (await steps.isServedBy(name))) return await checked(steps, [`Version ${name} serves already.`])

    const database = isServing || found.before !== undefined ? await steps.askDatabase(name) : undefined
    const missing = database?.missing ?? []
    const alone = missing.find(({ mayOverlap }) => !mayOverlap)
    if (isServing && alone && !mayStop)
      throw new Failed(
        `No older version may serve beside the migration ${alone.name}, so the academy must stand still for it: npm run upgrade -- --stop`,
      )
    let saved
    if (missing.length > 0 && database.applied > 0 && !isBackupLeftOut) {
      saved = await steps.backUp(name, backup)
      done = `Nothing but the backup ${saved} was made`
    }
    const isStopping = isServing && alone !== undefined
    if (isStopping) {
      await steps.stop()
      isUp = false
    }
    if (missing.length > 0) await migrate(name, isStopping)

    steps.serve(name)
    let isServed = false
    try {
      if (isStopping) isServed = await steps.start()
      else if (isServing) isServed = await steps.renew(name)
    } catch (error) {
      if (found.before !== undefined && !isStopping) steps.serveAgain(found.before)
      throw error
    }
    const said = isServed ? `Version ${name} serves.` : `Version ${name} is built, and the next start serves it.`
    const end = [said, wayBack({ missing: missing.length, saved })]
    if (isServed) return await checked(steps, end)
    for (const line of end) tell(line)
    return 0
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    tell(error.message)
    tell(
      `${done}${isServing ? `; ${isUp && !error.isDown ? 'what served before goes on serving' : 'nothing serves now'}` : ''}.`,
    )
    tell('What to do then: docs/upgrading.md, "When it fails".')
    return 1
  }

  async function migrate(name, isStopping) {
    try {
      await steps.migrate(name)
      done = 'The database was brought up to date, and nothing else was changed'
    } catch (error) {
      if (isStopping) isUp = await steps.start()
      throw error
    }
  }
}

/** Tells these lines in any case: it serves, whatever is wrong with it. */
async function checked({ check, tell }, lines) {
  const wrong = await check().then(
    () => undefined,
    (error) => {
      if (error instanceof Failed) return error
      throw error
    },
  )
  if (wrong) tell(wrong.message)
  for (const line of lines) tell(line)
  return wrong ? 1 : 0
}

function wayBack({ missing, saved }) {
  if (missing === 0)
    return 'To go back: put the sources of before into this folder, and run npm run upgrade again. The database was not changed.'
  const from = saved === undefined ? 'your backup from before' : saved
  return `To go back the database needs the backup from before: ${from} (docs/upgrading.md, "Going back").`
}
