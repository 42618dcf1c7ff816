import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { minify, type MinifyOptions } from 'terser'
import { defineConfig, type Plugin } from 'vite'

const SHARED =
  /src[\\/](root\.tsx|shared[\\/]|web[\\/]|features[\\/](foundation[\\/]products[\\/]ui|catalog[\\/]courses[\\/]ui[\\/](lecture-parts|numbered-name|sample-link)))/

/** Shared by forms, long lists and the pages of members and staff, which are seldom the first of a visit. */
const SHARED_LATER =
  /src[\\/](web[\\/](shell[\\/](shell|loaded-page|offline-page|permission-page)|client[\\/](base64|member-storage|online|save-as|navigation-state)|ui[\\/](disclosure|download-button|email-address|field|loading-block|move-buttons|next-step|notice|page-links|paging|progress-bar|skeletons|text-link))|shared[\\/](credentials|csv|exam-description|format-amount|format-list|host-name|iso-dates|money|passing-score|payment-methods|plan-changes|pluralize|policy|printed-name|titles|unreachable))\./

/** Of those, what a page needs that may be the first. */
const OF_FIRST_VISITS = /web[\\/](shell[\\/]shell|ui[\\/](page-links|paging|skeletons|text-link|notice))\./

/** What members alone load after any page is in no file with others. */
const AFTERWARDS = /src[\\/]web[\\/](shell[\\/]member-links|client[\\/]live-notifications)\./

const IN_EVERY_PAGE = /(^|\/)(root|entry\.client|rolldown-runtime)-/

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    reportFailedChunks(),
    sharedInRoot(),
    serverPages(),
    smallScripts(),
    rootSheetOnce(),
    serviceWorker(),
  ],
  // Found only when a page asks for them, they would make the development server reload once.
  optimizeDeps: { include: ['@base-ui/react/dialog', '@stripe/react-stripe-js', '@stripe/stripe-js/pure'] },
  build: {
    // Assets stay files: the page policy allows none inline.
    assetsInlineLimit: 0,
    modulePreload: {
      // A script that loads another one when it is needed names all that comes with it, but for what every page has loaded by then.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !IN_EVERY_PAGE.test(file)) : files,
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // React, and the entry that starts it: seldom changed, so that it stays in browsers' caches.
            {
              name: 'vendor',
              test: /src[\\/]entry\.client\.tsx|rolldown[\\/]runtime|node_modules[\\/](react|react-dom|react-router|scheduler|cookie-es|turbo-stream)[\\/]/,
            },
            // What the pages of a first visit share goes with the root page: many small files cost more than they save.
            // Its own sheet, since no first visit shows its classes.
            { name: 'members', test: /members\.css/ },
            { name: 'root', test: (id) => SHARED.test(id) && !SHARED_LATER.test(id) && !AFTERWARDS.test(id) },
            // What forms and the pages of members share goes together, too: each file more is named in the list of routes, which every first visit loads.
            {
              name: 'later',
              test: (id) => SHARED_LATER.test(id) && !OF_FIRST_VISITS.test(id),
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // Each file that a page names weighs on every first visit.
            {
              name: 'discussions',
              test: /src[\\/]features[\\/]community[\\/]discussions[\\/]/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // What several pages of the studio share. What they share with the academy stays where it is: else its pages would load the studio's.
            {
              name: 'studio',
              test: /src[\\/]features[\\/](back-office[\\/]studio|learning[\\/]question-bank|catalog[\\/]uploads)[\\/]/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
})

/** Lets the root page's file carry what the other pages share; React Router's own setting would make it two files. */
function sharedInRoot(): Plugin {
  return {
    name: 'shared-in-root',
    apply: 'build',
    configEnvironment: {
      order: 'post',
      handler: () => ({ build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } }),
    },
  }
}

const HOW_SMALL: MinifyOptions = { module: true, ecma: 2020, compress: { passes: 3, pure_getters: true } }
const MADE_SMALL = path.resolve(import.meta.dirname, 'node_modules/.cache/small-scripts')

/**
 * Goes over the scripts once more when Vite has made them small: Terser finds another hundredth of a first visit. Nothing of ours reads a property for what
 * that does. It is two thirds of a build, so what was made of each script is kept until a build does not have that script any more.
 */
function smallScripts(): Plugin {
  return {
    name: 'small-scripts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle(_options, bundle) {
      const terser = await readFile(path.resolve(import.meta.dirname, 'node_modules/terser/package.json'), 'utf8')
      const how = terser + JSON.stringify(HOW_SMALL)
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      await mkdir(MADE_SMALL, { recursive: true })
      const minified = await Promise.all(
        chunks.map(async (chunk) => {
          const name = createHash('sha256').update(how).update(chunk.code).digest('hex')
          chunk.code = await madeSmall(chunk.code, path.join(MADE_SMALL, name))
          return name
        }),
      )
      const old = (await readdir(MADE_SMALL)).filter((name) => !minified.includes(name))
      await Promise.all(old.map((name) => rm(path.join(MADE_SMALL, name), { force: true })))
    },
  }
}

async function madeSmall(code: string, file: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => undefined)
  if (known !== undefined) return known
  const small = (await minify(code, HOW_SMALL)).code ?? code
  // Whole or not at all.
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, small)
  await rename(unfinished, file)
  return small
}

/**
 * The server's pages carry React with them, always in its build for production: it would else choose by NODE_ENV, by which the academy
 * itself tells a trial from the real thing, and pages would be made at half the speed.
 */
function serverPages(): Plugin {
  return {
    name: 'server-pages',
    apply: 'build',
    configEnvironment: (name) =>
      name === 'ssr'
        ? {
            define: { 'process.env.NODE_ENV': JSON.stringify('production') },
            resolve: { noExternal: true, external: ['zod'] },
          }
        : undefined,
  }
}

/**
 * A script that comes later brings its sheets, unless they are there. React Router links the root page's by an address with a `#`, by which Vite does
 * not know it: it would come once more, after the sheet of members or of staff, and win over it.
 */
function rootSheetOnce(): Plugin {
  return {
    name: 'root-sheet-once',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // What comes with a script is written into it by Vite's own.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = file.code.replaceAll(/(["'`])(assets\/root-[\w-]+\.css)\1/g, '$1$2#$1')
        }
      },
    },
  }
}

/**
 * React Router loads the whole page again when a page's script can't be loaded, over and over while it can't, and swallows what is thrown
 * there. Built with this, a page whose script does not come, or not within the limit, is one that fails: the error page names the script.
 */
function reportFailedChunks(): Plugin {
  const ours = JSON.stringify(path.resolve(import.meta.dirname, 'src/web/client/chunks.ts'))
  const importing = /import\((?:\s*\/\*.*?\*\/)*\s*(route\.\w+)\s*\)/g
  const reloading = /console\.error\(`Error loading route module[\s\S]*?return new Promise\(\(\) => \{\}\);/
  const isChanged = { limits: false, reload: false }
  return {
    name: 'report-failed-chunks',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /react-router\/dist\/.*\/ssr\/(routes|routeModules)\.js$/ },
      handler(code) {
        isChanged.limits ||= code.search(importing) >= 0
        isChanged.reload ||= code.search(reloading) >= 0
        const changed = code
          .replaceAll(
            importing,
            (load, file) => `__loadChunk(${load}, ${file})${file === 'route.module' ? '' : '.catch(__failedPage)'}`,
          )
          .replace(reloading, 'return __failedPage(error);')
        return `import { createFailedPage as __failedPage, loadChunk as __loadChunk } from ${ours};\n${changed}`
      },
    },
    buildEnd(error) {
      if (!error && !(isChanged.limits && isChanged.reload))
        this.error('React Router loads its pages in another way now: see report-failed-chunks')
    },
  }
}

/** Built beside the pages, under the one name by which browsers look for a new one. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'src/service-worker.ts', fileName: 'service-worker.js' })
    },
  }
}
