/** The upstreams of a place: those of `tool.yaml`, and those that `tool upstream add` keeps in the data directory. */
import { dirname, resolve } from 'node:path'
import { readUpstream, readUpstreams, readWarmup } from '../agent/read-upstream.ts'
import { type TlsOptions, type Upstream, USUAL_WARMUP, type Warmup } from '../agent/upstream.ts'
import { sourceText } from '../config/config.ts'
import type { DataDirectory } from '../stores/data-directory.ts'
import { makeDataDirectory } from '../stores/data-directory.ts'
import { type RawUpstreams, readUpstreamFile, writeUpstreamFile } from '../stores/upstream-file.ts'
import { ToolError } from '../support/errors.ts'
import { field, isObject } from '../support/json.ts'
import { hintOf } from '../support/nearest.ts'
import { change, type Place } from './place.ts'
import type { ResolvedSettings } from './settings.ts'

/** Throws ToolError that names the upstream and what is wrong with it. */
export function upstreamsOf({ config, sources }: ResolvedSettings, data: DataDirectory): readonly Upstream[] {
  const kept = readUpstreamFile(data.upstreamsFile)
  const where = Object.keys(config.upstreams).length === 0 ? '' : `${sourceText(sources.upstreams)}: `
  // The file that a person writes wins.
  const written = linked({ ...kept, ...config.upstreams }, config.sandboxes)
  const upstreams = readUpstreams(written, warmupOf({ config, sources }), where)
  const { upstreams: source } = sources
  const folder = source.kind === 'file' ? dirname(resolve(source.path)) : process.cwd()
  return upstreams.map((upstream) => ({ ...upstream, tls: placed(upstream.tls, folder) }))
}

/** A sandbox that `tool.yaml` lists with its upstream is the one that imitates it, unless the upstream names another. */
function linked(upstreams: RawUpstreams, sandboxes: ResolvedSettings['config']['sandboxes']): RawUpstreams {
  const all = new Map(Object.entries(upstreams))
  for (const [name, raw] of Object.entries(sandboxes)) {
    const upstream = String(field(raw, 'upstream'))
    const given = all.get(upstream)
    const written = typeof given === 'string' ? { target: given } : given
    if (isObject(written) && written['sandbox'] === undefined) all.set(upstream, { ...written, sandbox: name })
  }
  return Object.fromEntries(all)
}

/** Relative paths start at the file. */
function placed({ servername, ...files }: TlsOptions, folder: string): TlsOptions {
  const found = Object.entries(files).map(([key, path]) => [key, resolve(folder, path)] as const)
  return { ...Object.fromEntries(found), ...(servername !== undefined && { servername }) }
}

function warmupOf({ config, sources }: Pick<ResolvedSettings, 'config' | 'sources'>): Warmup {
  return readWarmup(config.warmup, USUAL_WARMUP, (problem) => {
    throw new ToolError('usage', `${sourceText(sources.warmup)}: ${problem}`)
  })
}

/** The upstream of this name; an error that names the nearest when there is none. */
export function getUpstream(place: Place, name: string): Upstream {
  const upstreams = upstreamsOf(place.settings, place.data)
  const found = upstreams.find((one) => one.name === name)
  if (found !== undefined) return found
  const known = upstreams.map((one) => one.name)
  const hint =
    hintOf(name, known) ??
    (known.length === 0
      ? 'none is registered: tool upstream add stripe https://api.stripe.com'
      : `there is ${known.slice(0, 5).join(', ')}`)
  throw new ToolError('not-found', `Unknown upstream "${name}" (${hint})`)
}

/** Changes what is kept; a running server follows. `work` gets what is kept, gives what is to be. */
export async function changeUpstreams(place: Place, work: (before: RawUpstreams) => RawUpstreams): Promise<void> {
  makeDataDirectory(place.settings.config.dataDir)
  const here = (): void => {
    const after = work(readUpstreamFile(place.data.upstreamsFile))
    // What does not fit together is not kept.
    readUpstreams({ ...after, ...place.settings.config.upstreams })
    writeUpstreamFile(place.data.upstreamsFile, after)
  }
  await change<void>(place, async () => here(), here)
}

/** Throws where an upstream stands in `tool.yaml`, which only a person changes. */
export function refuseWritten({ settings: { config, sources } }: Place, name: string, advice: string): void {
  if (!Object.hasOwn(config.upstreams, name)) return
  throw new ToolError('conflict', `Upstream "${name}" is defined in ${sourceText(sources.upstreams)}: ${advice}`)
}

/** Links an upstream and the sandbox that imitates it. */
export async function linkUpstream(place: Place, upstream: string, sandbox: string): Promise<void> {
  getUpstream(place, upstream)
  if (Object.hasOwn(place.settings.config.upstreams, upstream)) {
    if (getUpstream(place, upstream).sandbox === sandbox) return
    refuseWritten(place, upstream, `write "sandbox: ${sandbox}" there`)
  }
  await changeUpstreams(place, (before) => {
    const raw = before[upstream]
    const written = typeof raw === 'string' ? { target: raw } : (raw as object)
    return { ...before, [upstream]: { ...written, sandbox } }
  })
}

/** What `tool upstream add` was told, in the words of the file; judged. */
export function judged(name: string, raw: unknown): unknown {
  readUpstream(name, raw)
  return raw
}
