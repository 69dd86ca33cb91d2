import { ToolError } from '../../support/errors.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { getSandbox, openPlace } from '../place.ts'
import { upstreamFacts } from '../print/upstream.ts'
import { changeUpstreams, getUpstream, judged, refuseWritten } from '../upstreams.ts'

export const upstreamAdd: Command = {
  name: 'upstream add',
  summary: 'Put the agent in front of a provider',
  details:
    'Clients then send their requests to http://127.0.0.1:4700/<name>/ instead of the provider. A running server picks it up at once. For more settings (TLS, recording, warm-up), use "upstreams" in tool.yaml.',
  arguments: [
    { name: 'name', summary: 'a-z, 0-9, "_" and "-"' },
    { name: 'target', summary: 'base URL of the provider' },
  ],
  flags: [
    { name: 'listen', value: '<path>', summary: 'route of the upstream (default: /<name>)' },
    {
      name: 'sandbox',
      value: '<name>',
      values: 'sandboxes',
      summary: 'the sandbox that imitates it; its description is compared with traffic',
    },
    {
      name: 'spec-source',
      value: '<source>',
      summary: 'where to watch its description: URL, file or git:<ref>:<path>',
    },
    { name: 'preserve-host', summary: 'keep the Host of the client instead of that of the provider' },
    { name: 'replace', summary: 'replace an upstream with the same name' },
    jsonFlag,
  ],
  examples: [
    'tool upstream add stripe https://api.stripe.com',
    'tool upstream add pay https://api.example.com/v1 --sandbox pay',
  ],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const [name = '', target = ''] = args
    const place = await openPlace(call)
    const sandbox = flags.text('sandbox')
    if (sandbox !== undefined) getSandbox(place, sandbox)
    refuseWritten(place, name, 'change it there')
    const raw = judged(name, {
      target,
      ...said('listen', flags.text('listen')),
      ...said('sandbox', sandbox),
      ...said('spec_source', flags.text('spec-source')),
      ...(flags.has('preserve-host') && { preserve_host: true }),
    })
    await changeUpstreams(place, (before) => {
      if (Object.hasOwn(before, name) && !flags.has('replace'))
        throw new ToolError('conflict', `Upstream "${name}" already exists (replace it with --replace)`)
      return { ...before, [name]: raw }
    })
    const upstream = getUpstream(place, name)
    const { agentPort } = place.settings.config
    if (flags.has('json')) terminal.out(JSON.stringify(upstreamFacts(upstream), undefined, 2))
    else {
      terminal.out(`upstream "${name}" leads to ${upstream.target}`)
      terminal.out(`send requests to http://127.0.0.1:${agentPort}${upstream.listen}/ while "tool up" runs`)
    }
    return 0
  },
}

function said(key: string, value: string | undefined): Readonly<Record<string, string>> {
  return value === undefined ? {} : { [key]: value }
}
