/** Recordings that sandboxes answer by: read in the background, and all read before the server says that it serves. */
import { describedValues } from '../agent/described-values.ts'
import type { Upstream } from '../agent/upstream.ts'
import type { ApiDescription } from '../api/description.ts'
import type { HttpRequest } from '../http/message.ts'
import { decodePercent } from '../http/percent.ts'
import { makeRecordedAnswers, type RecordedAnswers, type Redacted } from '../sandbox/recorded/recorded-answers.ts'
import type { SandboxSettings } from '../sandbox/sandbox.ts'
import type { DataDirectory } from '../stores/data-directory.ts'
import { readRecordings } from '../stores/read-recordings.ts'
import { readOrMakeSalt } from '../stores/salt.ts'
import { messageOf } from '../support/errors.ts'
import { observationOf } from '../traffic/read-message.ts'
import { recordingRedactor } from '../traffic/redact-recording.ts'

export interface RecordedLibrary {
  /** Undefined where the sandbox is not asked to answer by recordings, or imitates no upstream. */
  of(settings: SandboxSettings, api: ApiDescription): RecordedAnswers | undefined
  /** Resolves when all that was asked for is read. */
  ready(): Promise<void>
}

export function recordedLibrary(
  data: DataDirectory,
  upstreams: () => readonly Upstream[],
  log: (line: string) => void,
): RecordedLibrary {
  const reading = new Set<Promise<void>>()
  return {
    of({ name, recordings = 'off' }, api) {
      if (recordings === 'off') return undefined
      const upstream = upstreams().find(({ sandbox }) => sandbox === name)
      if (upstream === undefined) {
        log(
          `Sandbox ${name} answers by no recordings: no upstream is linked to it (tool import ${name} --update --upstream NAME)`,
        )
        return undefined
      }
      const answers = makeRecordedAnswers({ when: recordings, redact: redacting(data, upstream.name, api) })
      const read = (async (): Promise<void> => {
        for await (const one of readRecordings(data.recordings, { upstream: upstream.name })) {
          if (answers.add(one)) continue
          log(
            `Sandbox ${name} answers by the recordings of ${upstream.name} up to ${one.at}: there is no room for more`,
          )
          break
        }
      })()
        .catch((error: unknown) => log(`Cannot read the recordings of ${upstream.name}: ${messageOf(error)}`))
        .finally(() => reading.delete(read))
      reading.add(read)
      return answers
    },
    async ready() {
      await Promise.all(reading)
    },
  }
}

/** Stand-ins of the path with what was sent in their place. Short ones may stand in a body by chance. */
function standIns(path: string, written: string): ReadonlyMap<string, string> {
  const [sent, kept] = [path.split('/'), written.split('/')]
  const pairs = kept.map((segment, i) => [segment, decodePercent(sent[i] ?? '')] as const)
  return new Map(pairs.filter(([segment, own]) => segment !== own && segment.length >= SHORTEST && own !== ''))
}

const SHORTEST = 6

/** A request as the agent would have written it: equal identifiers have equal stand-ins. */
function redacting(data: DataDirectory, upstream: string, api: ApiDescription): (request: HttpRequest) => Redacted {
  const { templates, declaredValues, declaredFields, secretNames } = describedValues(api)
  const redactor = recordingRedactor({
    salt: readOrMakeSalt(data.saltFile),
    templates,
    declared: { values: new Set(declaredValues), fields: new Set(declaredFields) },
    secretNames,
  })
  const nothing = { fields: [], body: [], length: 0, truncated: false }
  return ({ method, path, search, fields, body }) => {
    const observation = observationOf({
      upstream,
      at: Date.now(),
      durationMs: 0,
      method,
      target: search === '' ? path : `${path}?${search}`,
      request: { fields: fields.entries().flat(), body: [body], length: body.length, truncated: false },
      status: 200,
      response: nothing,
      ending: 'complete',
    })
    const facts = { id: '', durationMs: 0, requestLength: body.length, responseLength: 0, findings: [] }
    const { path: written, query, request } = redactor.recording(observation, facts)
    return { path: written, query, body: request.body, sent: standIns(path, written) }
  }
}
