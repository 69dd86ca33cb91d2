/** What `tool up` shows a person: what is served, where, with which credential, and a line to try. */

import picocolors from 'picocolors'
import { declaredOperations } from '../../api/declared.ts'
import type { ApiHead } from '../../api/description.ts'
import { printable } from '../../support/printable.ts'
import { table } from '../../support/table.ts'
import { counted } from './block.ts'
import { credentialText, usualCredential } from './sent-credential.ts'
import { agentLines, nothingServed, openness, type Served, type ServedSandbox, tryLine } from './served.ts'

/** With more sandboxes than this, one line each must do. */
const MOST_BLOCKS = 8

export function servedSummary(served: Served, color: boolean): readonly string[] {
  const colors = picocolors.createColors(color)
  const { bold, cyan, dim } = colors
  const { url, dataDir, sandboxes } = served
  return [
    '',
    `  serving ${bold(cyan(url))}  ${dim(`from ${printable(dataDir)}`)}`,
    ...openness(served).map((line) => `  ${printable(line)}`),
    '',
    ...(sandboxes.length > MOST_BLOCKS ? lines(served) : sandboxes.flatMap((one) => blockOf(served, one, colors))),
    ...(sandboxes.length === 0 ? [`  ${nothingServed(served)}`, ''] : []),
    ...agentLines(served.agent).map((line) => `  ${printable(line)}`),
    ...(served.agent.upstreams.length > 0 ? [''] : []),
    dim('  Ctrl-C stops; "tool requests <name> --follow" shows what is asked'),
  ]
}

type Colors = ReturnType<typeof picocolors.createColors>

function blockOf(served: Served, sandbox: ServedSandbox, { bold, cyan, dim }: Colors): readonly string[] {
  const { settings, api } = sandbox
  const { head } = api
  return [
    `  ${bold(settings.name)}  ${dim(about(head))}`,
    `    ${cyan(`${served.url}/${settings.name}/`)}`,
    `    credential  ${printable(settings.credential)}`,
    `    sent as     ${printable(credentialText(usualCredential(sandbox)))}`,
    ...tryLine(served, sandbox).map((line) => `    try         ${printable(line)}`),
    ...(head.draft ? ['    draft, read from prose: shapes are best-effort'] : []),
    '',
  ]
}

function lines({ url, sandboxes }: Served): readonly string[] {
  const rows = sandboxes.map((sandbox) => {
    const { name } = sandbox.settings
    return [name, `${url}/${name}/`, credentialText(usualCredential(sandbox))]
  })
  return [...table(rows).map((line) => `  ${line}`), '']
}

function about({ title, version, operations }: ApiHead): string {
  return printable(`${title} ${version}, ${counted(declaredOperations(operations).length, 'operation')}`)
}
