/** The data directory, as far as serving needs it. */
import { statSync } from 'node:fs'
import { attachedTo } from '../sandbox/webhooks/attachment.ts'
import type { DataDirectory } from '../stores/data-directory.ts'
import { openRegisteredModel, type RegisteredModel } from '../stores/registered-model.ts'
import { readRuleFile, writeRuleFile } from '../stores/rule-files.ts'
import { openSandboxes } from '../stores/sandboxes.ts'
import type { Durability } from '../stores/state/environment.ts'
import { openState } from '../stores/state/lmdb.ts'
import { readWebhookFile, writeWebhookFile } from '../stores/webhook-files.ts'
import type { OpenedSandbox, SandboxFiles } from './hosts.ts'
import type { RecordedLibrary } from './recorded.ts'
import { watchDirectories } from './watch.ts'

/** `library`: recordings that sandboxes may answer by; none where absent. */
export function sandboxFiles(data: DataDirectory, durability: Durability, library?: RecordedLibrary): SandboxFiles {
  const registry = openSandboxes(data)
  return {
    list() {
      const { sandboxes, problems } = registry.list()
      const names = [...sandboxes.map(({ settings }) => settings.name), ...problems.map(({ name }) => name)]
      return names.map((name) => ({ name, revision: revisionOf(data, name) }))
    },
    stamp: () => stampOf(data.sandboxes),
    open: (name) =>
      open(
        data,
        durability,
        openRegisteredModel(data, name, (one) => registry.getSettled(one)),
        library,
      ),
    remove: (name) => registry.remove(name),
    rename: (name, to) => {
      registry.rename(name, to)
    },
    saveRules: (name, set) => writeRuleFile(data.rulesFile(name), set),
    saveWebhooks: (name, attachment) => writeWebhookFile(data.webhooksFile(name), attachment),
    watch: (changed) => watchDirectories([data.sandboxes, data.apis], changed),
  }
}

function open(
  data: DataDirectory,
  durability: Durability,
  { sandbox: { settings }, api }: RegisteredModel,
  library: RecordedLibrary | undefined,
): OpenedSandbox {
  try {
    const rules = readRuleFile(data.rulesFile(settings.name))
    const attachment = readWebhookFile(data.webhooksFile(settings.name))
    const store = openState(data.stateDirectory(settings.name), durability)
    return {
      settings,
      api: attachedTo(api, attachment),
      rules,
      attachment,
      store,
      recorded: library?.of(settings, api),
      close() {
        api.close()
        store.close()
      },
    }
  } catch (error) {
    api.close()
    throw error
  }
}

/** Changes with the registration, with the model and with the rules. */
function revisionOf(data: DataDirectory, name: string): string {
  const isSafe = /^[a-z0-9_-]+$/.test(name)
  const files = isSafe
    ? [data.sandboxFile(name), data.modelFile(name), data.rulesFile(name), data.webhooksFile(name)]
    : []
  return files.map(stampOf).join(' ')
}

/** What cannot be looked at is told when it is opened. */
function stampOf(path: string): string {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
    return stat === undefined ? '-' : `${stat.ino}.${stat.mtimeNs}.${stat.size}`
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? ''
  }
}
