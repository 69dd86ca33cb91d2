/**
 * Models of an earlier version of tool, made anew before a server serves: where every document that such a model was made
 * of lies as a file in its place and is unchanged, nothing but the version is new. All others are refused when they are
 * opened, with the command that mends them: those of a description in several documents, too, for the digest of the first
 * alone is known.
 */
import type { Source } from '../api/description.ts'
import { isOfEarlierVersion } from '../stores/descriptions.ts'
import { readRegularFile } from '../stores/regular-file.ts'
import type { RegisteredSandbox } from '../stores/sandboxes.ts'
import type { openSource } from '../stores/source-documents.ts'
import { sha256 } from '../support/digest.ts'
import { ToolError } from '../support/errors.ts'
import { isElsewhere } from './locations.ts'
import type { Place } from './place.ts'
import type { Terminal } from './terminal.ts'

/** The place is held by this process. */
export async function renewModels(place: Place, terminal: Terminal): Promise<void> {
  for (const sandbox of place.sandboxes.list().sandboxes) {
    const { name } = sandbox.settings
    if (!isOfEarlierVersion(place.data.modelFile(name)) || !sourcesOf(sandbox).every(isUnchanged)) continue
    try {
      await renew(place, sandbox, terminal)
      terminal.err(`Sandbox ${name} is imported again: an earlier version of tool imported it. Its records stay`)
    } catch (error) {
      // Its model is refused when it is opened.
      if (!(error instanceof ToolError)) throw error
    }
  }
}

function sourcesOf({ source, overlays = [], events = [] }: RegisteredSandbox): readonly Source[] {
  return [source, ...overlays, ...events]
}

function isUnchanged({ location, sha256: before }: Source): boolean {
  if (isElsewhere(location)) return false
  try {
    return sha256(readRegularFile(location)) === before
  } catch {
    return false
  }
}

async function renew(place: Place, before: RegisteredSandbox, { cwd, stdin, progress }: Terminal): Promise<void> {
  const [{ updateSandbox }, sources] = await Promise.all([
    import('./update.ts'),
    import('../stores/source-documents.ts'),
  ])
  const locations = (sources: readonly Source[] = []): readonly string[] => sources.map(({ location }) => location)
  let refersToOthers = false
  const open: typeof openSource = async (request) => {
    const { document, readDocument } = await sources.openSource(request)
    const counted: typeof readDocument = (location) => {
      refersToOthers = true
      return readDocument(location)
    }
    return { document, readDocument: counted }
  }
  await updateSandbox(place, before, {
    wish: {},
    request: {
      spec: before.source.location,
      open,
      overlays: locations(before.overlays),
      events: locations(before.events),
      cwd,
      stdin: stdin(),
      progress,
    },
    attach: () => undefined,
    judge: () => {
      if (refersToOthers) throw new ToolError('conflict', 'Its description refers to other documents')
    },
  })
}
