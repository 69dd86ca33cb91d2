/** What a client must show, and what the schemes are. */
import { isObject } from '../../support/json.ts'
import type { Part } from '../documents.ts'
import type { Flow, Requirement, Scheme } from './contract.ts'
import { textIn, textsIn } from './parts.ts'
import type { Reading } from './read-contract.ts'

export function readSchemes({ parts, isTwo }: Reading): ReadonlyMap<string, Scheme> {
  const map = isTwo
    ? parts.get(parts.root, 'securityDefinitions')
    : parts.get(parts.get(parts.root, 'components'), 'securitySchemes')
  return new Map(
    parts
      .entries(map)
      .filter(([name, part]) => !name.startsWith('x-') && isObject(part.value))
      .map(([name, part]) => [name, readScheme({ parts, isTwo }, part)]),
  )
}

function readScheme(reading: Pick<Reading, 'parts' | 'isTwo'>, part: Part): Scheme {
  const type = textIn(part, 'type') ?? ''
  const flows = new Map<string, Flow>()
  if (type === 'basic') return { signature: 'http basic', flows }
  if (type === 'http') return { signature: `http ${(textIn(part, 'scheme') ?? '').toLowerCase()}`, flows }
  if (type === 'apiKey') {
    const place = textIn(part, 'in') ?? 'header'
    const name = textIn(part, 'name') ?? ''
    return { signature: `apiKey ${place} ${place === 'header' ? name.toLowerCase() : name}`, flows }
  }
  const discovery = textIn(part, 'openIdConnectUrl')
  if (type === 'openIdConnect') return { signature: type, flows, ...(discovery !== undefined && { discovery }) }
  return { signature: type, flows: type === 'oauth2' ? readFlows(reading, part) : flows }
}

const GRANTS: Readonly<Record<string, string>> = { application: 'clientCredentials', accessCode: 'authorizationCode' }

function readFlows({ parts, isTwo }: Pick<Reading, 'parts' | 'isTwo'>, part: Part): ReadonlyMap<string, Flow> {
  const readFlow = (flow: Part): Flow => ({
    authorizationUrl: textIn(flow, 'authorizationUrl') ?? textIn(flow, 'deviceAuthorizationUrl') ?? '',
    tokenUrl: textIn(flow, 'tokenUrl') ?? '',
    scopes: parts
      .entries(parts.get(flow, 'scopes'))
      .map(([scope]) => scope)
      .filter((scope) => !scope.startsWith('x-')),
  })
  if (!isTwo)
    return new Map(
      parts
        .entries(parts.get(part, 'flows'))
        .filter(([grant]) => !grant.startsWith('x-'))
        .map(([grant, flow]) => [grant, readFlow(flow)]),
    )
  const grant = textIn(part, 'flow') ?? ''
  return new Map([[Object.hasOwn(GRANTS, grant) ? (GRANTS[grant] ?? grant) : grant, readFlow(part)]])
}

/** Alternatives at most; what is beyond is left out. */
const MOST = 256

/** The operation's own, else the document's. */
export function readSecurity({ parts }: Reading, operation: Part): readonly Requirement[] {
  const said = parts.get(operation, 'security') ?? parts.get(parts.root, 'security')
  return parts
    .items(said)
    .slice(0, MOST)
    .map((alternative) => new Map(parts.entries(alternative).map(([name, scopes]) => [name, textsIn(scopes)])))
}
