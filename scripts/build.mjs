// Builds a version from the sources in the installation folder, if needed, and makes it current. `npm start` runs this
// at startup. `npm run serve` runs it as a separate process at each reload, because newer sources include their own
// copy. Plain JavaScript for Node 20.
import { buildVersion, currentVersion, failedVersion, makeCurrent, mayBuild, versionOfSources } from './versions.mjs'
import { fail, root, say } from './prepare.mjs'

const current = currentVersion()
const wanted = versionOfSources()
if (current !== undefined && current !== wanted && wanted === failedVersion()) {
  say(
    `The last upgrade, to version ${wanted}, failed, so version ${current} is still in use. To try again: npm run upgrade`,
  )
} else if (current !== wanted) {
  if (!mayBuild())
    fail(
      `The source files in ${root} don't match the built version, and this user can't write there. Run npm run upgrade as the files' owner.`,
    )
  try {
    makeCurrent(await buildVersion())
  } catch (error) {
    fail(error.message)
  }
}
